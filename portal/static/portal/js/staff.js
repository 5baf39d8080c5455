/* The staff's pages. In the queue j and k walk, Enter opens, a takes the case in hand; on a case they walk the sentences, and
   Enter shows on what a sentence rests. */

import { keepDraft, showLeft } from "./draft.js";
import { offerProvisions } from "./provisions.js";

function inField(target) {
  return target.closest("input, textarea, select, [contenteditable]") !== null;
}

function step(by) {
  const rows = [...document.querySelectorAll("[data-case] [data-open], [data-step]")];
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

/* A sentence and what it rests on are marked together, whichever of the two is chosen. */
function trace(number, from) {
  const pane = document.querySelector("[data-traced]");
  const sentence = document.getElementById(`sentence-${number}`);
  const evidence = document.getElementById(`evidence-${number}`);
  if (!pane || !sentence || !evidence) return;
  for (const marked of pane.querySelectorAll(".is-traced")) marked.classList.remove("is-traced");
  for (const link of pane.querySelectorAll("[data-step]")) {
    link.toggleAttribute("aria-current", link.dataset.trace === number);
    if (link.hasAttribute("aria-current")) link.setAttribute("aria-current", "true");
  }
  sentence.classList.add("is-traced");
  evidence.classList.add("is-traced");
  const goal = from === evidence ? sentence : evidence;
  goal.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-trace]");
  if (link) {
    event.preventDefault();
    const number = link.dataset.trace;
    const evidence = link.closest("[data-evidence]");
    trace(number, evidence);
    const goal = evidence ? document.querySelector(`[data-step][data-trace="${number}"]`) : document.getElementById(`evidence-${number}`);
    goal?.focus({ preventScroll: true });
    return;
  }
  const side = event.target.closest(".pair-sentence, .pair-evidence");
  if (side && !event.target.closest("a, summary, button") && document.getSelection()?.isCollapsed) {
    trace(side.id.replace(/^\D+/, ""), side.classList.contains("pair-evidence") ? side : null);
  }
});

/* A draft that was composed again goes into the field without leaving the page. */
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-take-draft]");
  const field = document.getElementById("corrected_text");
  const draft = link && document.getElementById(link.dataset.takeDraft);
  if (!draft || !field) return;
  event.preventDefault();
  const choice = document.querySelector('input[name="decision"][value="CORRECTED"]');
  if (choice) choice.checked = true;
  field.value = draft.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
});

/* Who logged in again in another window has another token against forged requests: it is taken from the page as it is now, if
   that is still this person's. */
async function renewToken(form) {
  const reply = await fetch(location.href).catch(() => null);
  if (!reply) return false;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = page.querySelector(`[data-draft="${form.dataset.draft}"]`) && page.querySelector("[name=csrfmiddlewaretoken]");
  if (!fresh) return false;
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = fresh.value;
  return true;
}

/* One press saves once. A page that the browser brings back can be sent again. */
const decision = document.querySelector("form.decision");
let wasLeft = false;
addEventListener("blur", () => { wasLeft = true; });
decision?.addEventListener("submit", async (event) => {
  if (decision.dataset.sent || wasLeft) event.preventDefault();
  if (decision.dataset.sent) return;
  decision.dataset.sent = "yes";
  if (!wasLeft) return;
  await renewToken(decision);
  decision.submit();
});
addEventListener("pageshow", (event) => {
  if (!decision) return;
  delete decision.dataset.sent;
  wasLeft ||= event.persisted;
});

/* A check that did not run is told as that: what stood there was said of another text. */
const preview = document.getElementById("preview");
const stale = document.querySelector("[data-stale]");
document.getElementById("corrected_text")?.addEventListener("input", () => {
  if (!preview || !stale) return;
  preview.replaceChildren();
  stale.hidden = false;
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target === preview && stale) stale.hidden = true;
});
function unreachable(event) {
  const told = document.getElementById("unreachable")?.content.cloneNode(true);
  const target = event.detail.target;
  if (!told || !target) return;
  if (target === preview) {
    if (stale) stale.hidden = true;
    preview.replaceChildren(told);
  } else if (!target.querySelector("[data-unreachable]")) {
    target.prepend(told);
  }
}
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, unreachable);
}
async function comeBack() {
  const told = document.querySelectorAll("[data-unreachable]");
  if (!decision || !told.length || !(await renewToken(decision))) return;
  for (const one of told) one.remove();
  for (const name of ["reason", "corrected_text"]) {
    decision.elements[name].dispatchEvent(new Event("input", { bubbles: true }));
  }
}
addEventListener("focus", comeBack);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) wasLeft = true;
  else comeBack();
});
if (decision) keepDraft(decision);
const left = document.querySelector("[data-left]");
if (left) showLeft(left);

for (const field of document.querySelectorAll("[data-provisions]")) offerProvisions(field);
document.addEventListener("htmx:afterSettle", () => {
  for (const field of document.querySelectorAll("[data-provisions]")) offerProvisions(field);
});
