/* Pages that are printed: the button is there only where it can work. */

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

/* Parts of a long page to walk through: j goes to the next, k to the one before. */
const parts = [...document.querySelectorAll("[data-walk]")];

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (!parts.length || typing || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key !== "j" && event.key !== "k") return;
  const here = parts.findIndex((part) => part.getBoundingClientRect().bottom > 8);
  const next = parts[Math.min(Math.max(here + (event.key === "j" ? 1 : -1), 0), parts.length - 1)];
  next.scrollIntoView();
  next.focus({ preventScroll: true });
});
