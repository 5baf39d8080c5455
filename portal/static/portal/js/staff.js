/* The staff's pages. In the queue j and k walk, Enter opens, a takes the case in hand; on a case, a chosen provision is
   written where the cursor stands. */

function inField(target) {
  return target.closest("input, textarea, select, [contenteditable]") !== null;
}

function step(by) {
  const rows = [...document.querySelectorAll("[data-case] [data-open]")];
  const next = rows.indexOf(document.activeElement) + by;
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || inField(event.target)) return;
  if (event.key === "j") step(1);
  if (event.key === "k") step(-1);
  if (event.key === "a") {
    const row = document.activeElement.closest("[data-case]");
    const form = row?.querySelector("[data-claim-form]");
    if (form) form.requestSubmit();
    else document.querySelector("[data-claim]")?.click();
  }
});

document.addEventListener("change", (event) => {
  const field = event.target;
  const text = field.dataset?.cites && document.getElementById(field.dataset.cites);
  if (!text || !field.value.startsWith("「")) return;
  text.setRangeText(field.value, text.selectionStart, text.selectionEnd, "end");
  field.value = "";
  text.focus();
  text.dispatchEvent(new Event("input", { bubbles: true }));
});
