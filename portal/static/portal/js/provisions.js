/* Provisions proposed while one types: a combobox after the pattern of the ARIA practices. The choice is written where the
   cursor stands in the text that the field names, or stays in the field. */

const WAIT = 200;
let made = 0;

function written(field, citation) {
  const text = document.getElementById(field.dataset.cites ?? "");
  if (!text) {
    const before = field.value.includes("」") ? `${field.value.slice(0, field.value.lastIndexOf(",") + 1)} `.trimStart() : "";
    field.value = before + citation;
    field.focus();
    return;
  }
  text.setRangeText(citation, text.selectionStart, text.selectionEnd, "end");
  field.value = "";
  text.focus();
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

export function offerProvisions(field) {
  if (field.hasAttribute("aria-controls")) return;
  made += 1;
  const list = document.createElement("ul");
  list.id = `proposals-${made}`;
  list.className = "proposals";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", field.labels?.[0]?.textContent ?? "");
  list.hidden = true;
  const told = document.createElement("p");
  told.className = "visually-hidden";
  told.setAttribute("role", "status");
  field.after(list, told);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");

  let timer;
  let asked = 0;
  const options = () => [...list.querySelectorAll("[role=option]")];
  const active = () => options().find((option) => option.getAttribute("aria-selected") === "true");

  function show(isShown) {
    list.hidden = !isShown;
    field.setAttribute("aria-expanded", String(isShown));
    if (!isShown) field.removeAttribute("aria-activedescendant");
  }

  function choose(option) {
    for (const other of options()) other.setAttribute("aria-selected", String(other === option));
    if (!option) return;
    field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  function take(option) {
    show(false);
    written(field, option.dataset.citation);
  }

  async function propose() {
    const mine = ++asked;
    const typed = field.dataset.cites ? field.value : field.value.split(",").pop();
    if (!typed.trim()) return show(false);
    const address = `${field.dataset.provisions}?provision=${encodeURIComponent(typed)}`;
    const reply = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!reply?.ok || mine !== asked) return undefined;
    list.innerHTML = await reply.text();
    for (const [number, option] of options().entries()) option.id = `${list.id}-${number}`;
    told.textContent = list.querySelector("[data-told]")?.dataset.told ?? "";
    return show(true);
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(propose, WAIT);
  });
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const all = options();
    const at = all.indexOf(active());
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!all.length) return;
      event.preventDefault();
      show(true);
      choose(all[(at + (event.key === "ArrowDown" ? 1 : at < 0 ? 0 : -1) + all.length) % all.length]);
    } else if (event.key === "Enter" && (!list.hidden || field.dataset.cites)) {
      // In the form of a decision, Enter chooses a provision and never saves.
      event.preventDefault();
      if (!list.hidden && (active() ?? all[0])) take(active() ?? all[0]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      show(false);
    }
  });
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) take(option);
  });
  field.addEventListener("blur", () => show(false));
}
