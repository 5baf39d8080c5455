/* The question field. Enter sends, Shift+Enter breaks the line; while a syllable is being composed Enter belongs to the IME. */

const NEAR_LIMIT = 0.8;

function prepare(form) {
  if (form.dataset.ready) return;
  form.dataset.ready = "yes";
  const field = form.querySelector("textarea");
  const counter = form.querySelector("[data-counter]");
  const limit = Number(form.dataset.limit);
  form.querySelector("[data-keys]").hidden = matchMedia("(pointer: coarse)").matches;

  const update = () => {
    if (!CSS.supports("field-sizing", "content")) {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight}px`;
    }
    const length = [...field.value.trim()].length;
    counter.hidden = length < limit * NEAR_LIMIT;
    counter.textContent = `${length.toLocaleString()} / ${limit.toLocaleString()}`;
    counter.classList.toggle("ask-counter-over", length > limit);
  };

  field.addEventListener("input", update);
  field.addEventListener("keydown", (event) => {
    // 229 is what older engines report for a key that the IME has taken.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    if (!field.value.trim()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      field.focus();
    }
  }, { capture: true });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== form || !event.detail.successful) return;
    field.value = "";
    field.removeAttribute("aria-invalid");
    form.querySelectorAll(".field-error").forEach((error) => error.remove());
    update();
  });
  update();
}

function prepareAll() {
  document.querySelectorAll("[data-ask]").forEach(prepare);
}

/* The list of conversations can be put away on wide screens; the browser remembers it. */
const HIDDEN = "conversations-hidden";
const desk = document.querySelector(".desk");
desk.classList.toggle("desk-history-hidden", localStorage.getItem(HIDDEN) === "yes");
for (const button of document.querySelectorAll("[data-history-toggle]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const isHidden = desk.classList.toggle("desk-history-hidden");
    localStorage.setItem(HIDDEN, isHidden ? "yes" : "no");
    document.querySelector(isHidden ? ".history-show" : ".history-toggle").focus();
  });
}

prepareAll();
document.addEventListener("htmx:load", (event) => {
  prepareAll();
  const form = event.detail.elt;
  // The form came back with what is wrong with the question: go on writing where it was.
  if (form.matches("[data-ask]")) form.querySelector("textarea").focus();
});
