/* The question field. Enter sends, Shift+Enter breaks the line; while a syllable is being composed Enter belongs to the IME. */

const NEAR_LIMIT = 0.8;

/* What is being written outlives a reload and a lost connection, in this tab only. */
const DRAFT = `draft:${location.pathname}`;

function keep(text) {
  if (text.trim()) sessionStorage.setItem(DRAFT, text);
  else sessionStorage.removeItem(DRAFT);
}

/* Judged by the status: htmx says of a reply that leads to another page neither that it went well nor that it did not. */
const isAsked = ({ xhr }) => xhr.status >= 200 && xhr.status < 300;

/* Whether the reply says itself what came of the question: where it is turned away the form comes back. */
const isTold = (detail) => isAsked(detail) || [422, 429].includes(detail.xhr.status);

/* What the page was sent with is no longer known: sending it again is refused again. */
const OUTDATED = 403;

const language = document.documentElement.lang;

/* The quiet chip says what the question is limited to. */
function describeLimits(limits) {
  const label = limits.querySelector("[data-limits-label]");
  const day = limits.querySelector("input[type=date]");
  const count = limits.querySelector("[data-regulations-count]");
  const update = () => {
    const on = day.value
      ? label.dataset.day.replace("{day}", day.valueAsDate.toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" }))
      : label.dataset.today;
    const ticked = [...limits.querySelectorAll("[name=regulation]:checked")];
    const regulations = ticked.length > 1
      ? label.dataset.many.replace("{count}", ticked.length)
      : ticked[0]?.closest("label").textContent.trim();
    const scope = limits.querySelector("#scope");
    const chosen = scope.value && scope.selectedOptions[0].textContent;
    if (count) count.textContent = ticked.length ? label.dataset.many.replace("{count}", ticked.length) : "";
    label.textContent = [[chosen, regulations].filter(Boolean).join(", ") || label.dataset.all, on].join(" · ");
  };
  limits.addEventListener("input", update);
  update();
}

/* The chip beside it says who asks. */
function describeAsker(asker) {
  const label = asker.querySelector("[data-asker-label]");
  asker.addEventListener("input", () => {
    const parts = [...asker.querySelectorAll("[data-asker-part]")].map((part) => {
      if (!part.value) return "";
      return part.selectedOptions ? part.selectedOptions[0].textContent : label.dataset.year.replace("{year}", part.value);
    });
    const said = parts.filter(Boolean).join(" · ");
    label.textContent = said || label.dataset.nobody;
    label.previousElementSibling.hidden = !said;
  });
}

/* Hundreds of regulations: what is typed leaves those whose names hold it, and what is ticked already. */
function filterRegulations(limits) {
  const filter = limits.querySelector("[data-regulations-filter]");
  if (!filter) return;
  const plain = (text) => text.replace(/[\sㆍ·․]/g, "").toLowerCase();
  filter.hidden = false;
  filter.addEventListener("input", () => {
    const wanted = plain(filter.value);
    for (const group of limits.querySelectorAll("[data-regulations] fieldset")) {
      for (const choice of group.querySelectorAll("label")) {
        choice.hidden = !plain(choice.textContent).includes(wanted) && !choice.querySelector("input").checked;
      }
      group.hidden = !group.querySelector("label:not([hidden])");
    }
  });
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}

function prepare(form) {
  if (form.dataset.ready) return;
  form.dataset.ready = "yes";
  const field = form.querySelector("textarea");
  const counter = form.querySelector("[data-counter]");
  const limit = Number(form.dataset.limit);
  form.querySelector("[data-keys]").hidden = matchMedia("(pointer: coarse)").matches;

  const away = form.querySelector("[data-failed]").lastElementChild.textContent;
  let isEmptySent = false;
  let isReplyLost = false;
  const written = () => [...field.value.trim()].length;
  const update = () => {
    if (!CSS.supports("field-sizing", "content")) {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight}px`;
    }
    const length = written();
    if (length) isEmptySent = false;
    counter.hidden = !isEmptySent && length < limit * NEAR_LIMIT;
    if (isEmptySent) counter.textContent = counter.dataset.empty;
    else counter.textContent = length > limit
      ? `${(length - limit).toLocaleString()}${counter.dataset.over}`
      : `${length.toLocaleString()} / ${limit.toLocaleString()}`;
    counter.classList.toggle("ask-counter-over", isEmptySent || length > limit);
    field.ariaInvalid = isEmptySent || length > limit || form.querySelector("#question-error") ? "true" : null;
    keep(field.value);
  };

  field.addEventListener("input", update);
  field.addEventListener("keydown", (event) => {
    // 229 is what older engines report for a key that the IME has taken.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    if (!written() || written() > limit) {
      event.preventDefault();
      event.stopImmediatePropagation();
      isEmptySent = !written();
      field.focus();
      // What the counter says is read once more.
      update();
    } else {
      sessionStorage.removeItem(DRAFT);
    }
  }, { capture: true });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== form) return;
    const failure = form.querySelector("[data-failed]");
    const { status } = event.detail.xhr;
    failure.hidden = isTold(event.detail);
    failure.lastElementChild.textContent = status === OUTDATED ? failure.dataset.outdated : away;
    if (!isAsked(event.detail)) {
      isReplyLost = status === 0;
      keep(field.value);
      return;
    }
    // It had been asked, and the reply that brought the turn was lost.
    if (isReplyLost && status === 204) window.location.reload();
    isReplyLost = false;
    field.value = "";
    form.querySelectorAll(".field-error:not([data-failed])").forEach((error) => error.remove());
    update();
  });
  const limits = form.querySelector("[data-limits]");
  if (limits) {
    describeLimits(limits);
    filterRegulations(limits);
  }
  describeAsker(form.querySelector("[data-asker]"));
  if (!field.value) field.value = sessionStorage.getItem(DRAFT) ?? "";
  update();
}

function prepareAll() {
  document.querySelectorAll("[data-ask]").forEach(prepare);
}

/* An example that could not be sent stands in the field, beside what is said of it. */
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.elt.matches("[data-example]") || isTold(detail)) return;
  const field = document.getElementById("question");
  field.value = detail.elt.elements.question.value;
  field.dispatchEvent(new Event("input"));
  field.form.querySelector("[data-failed]").hidden = false;
});

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

/* A menu closes when something else is used. */
for (const name of ["click", "focusin", "keydown"]) {
  document.addEventListener(name, (event) => {
    for (const menu of document.querySelectorAll("[data-menu][open], [data-limits][open]")) {
      const isLeft = name === "keydown" ? event.key === "Escape" : !menu.contains(event.target);
      if (!isLeft) continue;
      menu.open = false;
      if (name === "keydown") menu.querySelector("summary").focus();
    }
  });
}

prepareAll();
document.addEventListener("htmx:load", (event) => {
  prepareAll();
  const form = event.detail.elt;
  // The form came back with what is wrong with the question: go on writing where it was.
  if (form.matches("[data-ask]")) form.querySelector("textarea").focus();
});
