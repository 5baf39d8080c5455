/* What a reviewer has written is kept in this tab until it is saved: a session that ends loses no text. It is forgotten when
   the case is another one by now. */

const FIELDS = ["decision", "reason", "corrected_text", "phrasings"];

function values(form) {
  const said = new FormData(form);
  return Object.fromEntries(FIELDS.map((name) => [name, said.get(name) ?? ""]));
}

function fill(form, said) {
  for (const name of FIELDS) {
    const field = form.elements[name];
    if (field && name in said) field.value = said[name];
  }
  for (const name of ["reason", "corrected_text"]) {
    form.elements[name]?.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function keepDraft(form) {
  const key = `decision:${form.dataset.draft}`;
  const seen = form.elements.seen.value;
  const first = values(form);
  const kept = read(key);
  const restored = form.querySelector("[data-restored]");
  const isOther = kept && FIELDS.some((name) => kept.said[name] !== first[name]);
  // What the server sent back, or a draft that was asked for, is newer.
  const isNewer = "sentBack" in form.dataset || new URLSearchParams(location.search).has("draft");
  if (kept?.seen === seen && isOther && !isNewer) {
    fill(form, kept.said);
    if (restored) restored.hidden = false;
  }
  restored?.querySelector("button").addEventListener("click", () => {
    sessionStorage.removeItem(key);
    fill(form, first);
    restored.hidden = true;
    form.elements.reason.focus();
  });
  form.addEventListener("input", () => {
    try {
      sessionStorage.setItem(key, JSON.stringify({ seen, said: values(form) }));
    } catch {
      // Without storage nothing is kept.
    }
  });
}
