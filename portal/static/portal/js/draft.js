/* What a reviewer has written is kept in this tab until they save a decision: neither a session that ends nor a colleague who
   decides first loses it. On a case that is closed it is shown, and it goes on in the form when the case is opened again. */

const TEXTS = ["reason", "corrected_text", "phrasings"];
const FIELDS = ["decision", "cause", ...TEXTS, "keep", "accepts_unconfirmed"];

const keyOf = (part) => `decision:${part.dataset.draft}`;

function values(form) {
  const said = new FormData(form);
  return Object.fromEntries(FIELDS.map((name) => [name, said.get(name) ?? ""]));
}

function fill(form, said) {
  for (const name of FIELDS) {
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      if (field.matches("[type=checkbox], [type=radio]")) field.checked = field.value === said[name];
      else field.value = said[name] ?? "";
    }
  }
  for (const name of ["reason", "corrected_text"]) {
    form.elements[name]?.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/* The draft of this tab, unless its writer has saved a decision since. */
function read(part) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(part)) ?? "null");
    return kept?.own === part.dataset.own ? kept : null;
  } catch {
    return null;
  }
}

function write(part, draft) {
  try {
    sessionStorage.setItem(keyOf(part), JSON.stringify({ ...draft, own: part.dataset.own }));
  } catch {
    // Without storage nothing is kept.
  }
}

export function keepDraft(form) {
  const seen = form.elements.seen.value;
  const first = values(form);
  const store = () => {
    const said = values(form);
    write(form, { seen, said, wrote: TEXTS.filter((name) => said[name] !== first[name]) });
  };
  const kept = read(form);
  const isOther = kept && FIELDS.some((name) => (kept.said[name] ?? "") !== first[name]);
  const restored = form.querySelector("[data-restored]");
  if ("sentBack" in form.dataset) {
    // What the server sent back is newer.
    write(form, { seen, said: first, wrote: TEXTS });
  } else if (isOther && !new URLSearchParams(location.search).has("draft")) {
    fill(form, kept.said);
    if (kept.seen === seen) acceptLater(form, kept.said);
    if (restored) {
      restored.hidden = false;
      restored.querySelector("[data-moved]").hidden = kept.seen === seen;
    }
  }
  restored?.querySelector("button").addEventListener("click", () => {
    sessionStorage.removeItem(keyOf(form));
    fill(form, first);
    restored.hidden = true;
    form.elements.reason.focus();
  });
  form.addEventListener("input", store);
}

/* The tick beside a check comes with the check, and stands for the text that was checked. */
function acceptLater(form, said) {
  if (!said.accepts_unconfirmed) return;
  const once = new AbortController();
  document.addEventListener("htmx:afterSettle", () => {
    const box = form.elements.accepts_unconfirmed;
    if (!box) return;
    box.checked = form.elements.corrected_text.value === said.corrected_text;
    once.abort();
  }, { signal: once.signal });
}

/* On a case that was decided meanwhile: what was written and not saved. */
export function showLeft(part) {
  const fields = [...part.querySelectorAll("textarea")];
  const kept = read(part);
  if ("sentBack" in part.dataset) {
    const said = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    write(part, { seen: kept?.seen ?? "", said: { ...kept?.said, ...said }, wrote: TEXTS });
  } else if (kept?.wrote?.length) {
    for (const field of fields) {
      field.value = kept.wrote.includes(field.name) ? kept.said[field.name] : "";
      field.parentElement.hidden = !field.value;
    }
    part.hidden = fields.every((field) => !field.value);
  }
  const discard = part.querySelector("button");
  discard.hidden = false;
  discard.addEventListener("click", () => {
    sessionStorage.removeItem(keyOf(part));
    part.remove();
  });
}
