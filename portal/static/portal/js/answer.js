/* Answers: sentences as they pass their check, the badge that comes later, chips with their cards, the source pane. */

const POLL_MILLISECONDS = 2000;
const FAITHFULNESS_POLLS = 40;
const LOOK_SECONDS = 16;
const MOST_FAILURES = 3;
const CLOCK_SLACK = 60_000;
const WIDE = matchMedia("(min-width: 1100px)");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const announcer = document.querySelector("[data-announce]");

/* What comes within a moment is read as one, and of an answer nothing is read twice. */
const SPOKEN_AFTER = 200;
const SPOKEN_KEPT = 8;
const spoken = new Map();
let waiting = [];

function announce(id, ...texts) {
  const known = spoken.get(id) ?? spoken.set(id, new Set()).get(id);
  const fresh = texts.filter((text) => text && !known.has(text));
  fresh.forEach((text) => known.add(text));
  if (!fresh.length) return;
  if (!waiting.length) setTimeout(speak, SPOKEN_AFTER);
  waiting.push(...fresh);
}

/* Only what is added is read; the last few stay, for who looks for them. */
function speak() {
  for (const text of waiting) {
    const line = document.createElement("p");
    line.textContent = text;
    announcer.append(line);
  }
  while (announcer.children.length > SPOKEN_KEPT) announcer.firstChild.remove();
  waiting = [];
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return template.content.firstElementChild;
}

async function load(url) {
  const response = await fetch(url, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  return parse(await response.text());
}

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/* --- one answer ------------------------------------------------------------------------------------------------- */

const find = (id) => document.getElementById(`answer-${id}`);

function showState(id, label) {
  const target = find(id)?.querySelector("[data-state-label]");
  if (target && target.textContent !== label) target.textContent = label;
}

/* What was shown as confirmed stays until the stored answer is there; what that does not hold any more is taken back by name. */
const told = new Map();

const wordsOf = (sentence) => sentence.querySelector(".sentence-text")?.textContent.replace(/\s+/g, " ").trim() ?? "";

function showSentence(id, html) {
  const list = find(id)?.querySelector("[data-sentences]");
  const sentence = parse(html);
  if (!list || !sentence) return;
  find(id).querySelector("[data-skeleton]")?.remove();
  const words = wordsOf(sentence);
  if (sentence.dataset.outcome === "CONFIRMED") told.set(id, (told.get(id) ?? new Set()).add(words));
  const same = [...list.children].find((shown) => wordsOf(shown) === words);
  if (same) same.replaceWith(sentence);
  else list.append(sentence);
}

/* One that the stored answer names as withdrawn is told there, with its reason. */
function takeBack(id, answer) {
  const kept = [...answer.querySelectorAll(".sentence")].map((sentence) => sentence.textContent.replace(/\s+/g, " ")).join(" ");
  const gone = [...(told.get(id) ?? [])].filter((words) => words && !kept.includes(words));
  told.delete(id);
  if (!gone.length) return;
  const blocks = gone.map((words) => {
    const block = document.querySelector("[data-taken-back]").content.firstElementChild.cloneNode(true);
    block.querySelector("del").textContent = words;
    return block;
  });
  const list = answer.querySelector("[data-sentences]");
  if (list) list.append(...blocks);
  else answer.querySelector("[data-part=state]").after(...blocks);
}

function showAnswer(id, answer) {
  const shown = find(id);
  if (!shown || !answer) return;
  const wasPending = "stream" in shown.dataset;
  if (!("stream" in answer.dataset)) takeBack(id, answer);
  shown.replaceWith(answer);
  window.htmx.process(answer);
  revealButtons(answer);
  if (wasPending && !("stream" in answer.dataset)) {
    spoken.delete(id);
    const done = "unfinished" in answer.dataset ? "" : announcer.dataset.done;
    announce(id, done, ...["[data-part=counts]", "[data-removed]", "[data-part=told]"].map((part) => saidIn(answer, part)));
    if (!awaitsCheck(id)) announce(id, saidIn(answer, "[data-faithfulness]"));
  }
}

const saidIn = (root, selector) => root.querySelector(selector)?.textContent.replace(/\s+/g, " ").trim();

/* --- marks that move after the answer was shown: only what changed is replaced, so that a reader keeps the place ---- */

/* Whether nothing differs but what a reader's pointer and keys have done to what is shown. */
function isSame(shown, fresh) {
  const copy = shown.cloneNode(true);
  for (const name of ["cite-dismissed", "cite-card-end"]) {
    for (const one of copy.querySelectorAll(`.${name}`)) one.classList.remove(name);
  }
  for (const link of copy.querySelectorAll("a[data-source][aria-expanded]")) link.removeAttribute("aria-expanded");
  return copy.isEqualNode(fresh);
}

function exchange(shown, fresh) {
  const focused = shown.contains(document.activeElement) ? document.activeElement : null;
  if (shown.matches("details")) fresh.open = shown.open;
  const href = focused?.getAttribute("href");
  // A card that was put away stays away.
  const cites = [...fresh.querySelectorAll("[data-cite]")];
  [...shown.querySelectorAll("[data-cite]")].forEach((cite, place) => {
    if (cite.classList.contains("cite-dismissed")) cites[place]?.classList.add("cite-dismissed");
  });
  if (opener && shown.contains(opener)) {
    opener = fresh.querySelector(`a[data-source][href="${CSS.escape(opener.getAttribute("href"))}"]`) ?? opener;
    opener.setAttribute("aria-expanded", "true");
  }
  shown.replaceWith(fresh);
  if (!focused) return;
  const again = href && fresh.querySelector(`a[href="${CSS.escape(href)}"]`);
  if (!again) fresh.tabIndex = -1;
  (again || fresh).focus({ preventScroll: true });
}

function exchangeSentences(shown, fresh) {
  const moved = [];
  const kept = new Set([...fresh.children].map((one) => one.dataset.position));
  for (const one of [...shown.children]) if (one.dataset.position && !kept.has(one.dataset.position)) one.remove();
  const places = new Map([...shown.children].map((one) => [one.dataset.position, one]));
  for (const sentence of [...fresh.children]) {
    const before = places.get(sentence.dataset.position);
    if (!before) shown.append(sentence);
    else if (!isSame(before, sentence)) {
      if (before.dataset.outcome !== sentence.dataset.outcome) moved.push(sentence);
      exchange(before, sentence);
    }
  }
  return moved;
}

const partsOf = (answer) => new Map([...answer.querySelectorAll(":scope > [data-part]")].map((part) => [part.dataset.part, part]));

/* Parts of which it is said when they come or change. */
const TOLD = ["decision", "amended", "told"];

/* What the portal says within a part that stays. */
function exchangeStatus(shown, fresh) {
  const [before, now] = [shown, fresh].map((part) => part.querySelector("[role=status]"));
  if (before && now && !isSame(before, now)) exchange(before, now);
}

/* The stored rows into the open page. Forms of the asker stay as they are, as long as there are any. */
async function refresh(id) {
  const shown = find(id);
  if (!shown?.dataset.stored) return;
  const fresh = await load(shown.dataset.stored);
  const parts = partsOf(fresh);
  let moved = [];
  const told = [];
  let before = null;
  for (const [name, old] of partsOf(shown)) if (!parts.has(name)) old.remove();
  for (const [name, part] of parts) {
    const old = partsOf(shown).get(name);
    if (TOLD.includes(name) && (!old || !isSame(old, part))) told.push(part.textContent.replace(/\s+/g, " ").trim());
    if (old && name === "sentences") moved = exchangeSentences(old, part);
    else if (old && "kept" in part.dataset) exchangeStatus(old, part);
    else if (old && !isSame(old, part)) exchange(old, part);
    else if (!old && before) before.after(part);
    else if (!old) shown.prepend(part);
    before = partsOf(shown).get(name);
  }
  revealButtons(shown);
  window.htmx.process(shown);
  announce(id, ...told);
  if (!awaitsCheck(id)) announce(id, saidIn(shown, "[data-faithfulness]"));
  if (!moved.length) return;
  const notes = moved.map((sentence) => saidIn(sentence, ".sentence-note"));
  announce(id, announcer.dataset.moved, ...notes, saidIn(shown, "[data-part=counts]"));
}

function showFaithfulness(id, badge) {
  if (badge) find(id)?.querySelector("[data-faithfulness]")?.replaceWith(badge);
  if (badge && !awaitsCheck(id)) announce(id, badge.textContent.replace(/\s+/g, " ").trim());
}

const awaitsCheck = (id) =>
  ["PENDING", "RUNNING"].includes(find(id)?.querySelector("[data-faithfulness]")?.dataset.faithfulness);

async function updateFaithfulness(id) {
  const url = find(id)?.dataset.faithfulnessUrl;
  if (!url) return;
  const badge = (await load(url)).querySelector("[data-faithfulness]");
  if (["PENDING", "RUNNING"].includes(badge.dataset.faithfulness)) return;
  // The stored rows hold the badge too; where they cannot be had, it is asked for again.
  await refresh(id);
  showFaithfulness(id, badge);
}

async function pollFaithfulness(id) {
  for (let turn = 0; turn < FAITHFULNESS_POLLS && awaitsCheck(id); turn += 1) {
    await wait(POLL_MILLISECONDS);
    await updateFaithfulness(id).catch(() => {});
  }
}

async function showStored(id) {
  const answer = await load(find(id).dataset.fragment);
  if (!("stream" in answer.dataset)) {
    showAnswer(id, answer);
    return;
  }
  const waiting = find(id)?.querySelector("[data-waiting]");
  const reason = answer.querySelector("[data-waiting]").textContent;
  if (waiting && waiting.textContent !== reason) waiting.textContent = reason;
}

/* What is stored is asked for every two seconds: the way for a stream that cannot be opened. */
async function poll(id) {
  while (find(id)?.dataset.fragment) {
    await showStored(id).catch(() => showState(id, announcer.dataset.waiting));
    if (find(id)?.dataset.fragment) await wait(POLL_MILLISECONDS);
  }
  pollFaithfulness(id);
}

function follow(answer) {
  const id = answer.dataset.answer;
  const source = new EventSource(answer.dataset.stream);
  let failures = 0;
  const on = (name, action) => source.addEventListener(name, (event) => {
    failures = 0;
    action(event.data);
  });
  const leave = (next) => {
    source.close();
    next(id);
  };
  on("state", (label) => showState(id, label));
  on("sentence", (html) => showSentence(id, html));
  on("answer", (html) => showAnswer(id, parse(html)));
  on("faithfulness", (html) => {
    showFaithfulness(id, parse(html));
    refresh(id).catch(() => {});
  });
  on("done", () => leave(poll));
  on("unavailable", () => leave(poll));
  source.onerror = () => {
    failures += 1;
    if (source.readyState === EventSource.CLOSED || failures >= MOST_FAILURES) leave(poll);
  };
  countSeconds(id);
}

/* While it waits, the page looks at the stored rows now and then: an event that was lost then loses nothing. */
function countSeconds(id) {
  // By the clock of the server, which knows when it was asked.
  const before = Number(find(id).querySelector("[data-seconds]")?.dataset.waited ?? 0);
  const begun = performance.now() - before * 1000;
  const timer = setInterval(() => {
    const target = find(id)?.querySelector("[data-seconds]");
    if (!target) {
      clearInterval(timer);
      return;
    }
    const seconds = Math.floor((performance.now() - begun) / 1000);
    target.textContent = `${seconds}${announcer.dataset.seconds}`;
    if (seconds > 0 && seconds % LOOK_SECONDS === 0) showStored(id).catch(() => {});
  }, 1000);
}

function copyText(answer) {
  const lines = [...answer.querySelectorAll(".sentence:not(.sentence-withdrawn)")].map((sentence) => {
    const cited = [...sentence.querySelectorAll("[data-cite]")].map((cite) =>
      `${cite.querySelector(".chip-label").textContent.trim()} ${cite.querySelector(".chip-state").textContent.trim()}`);
    const words = saidIn(sentence, ".provision-words blockquote");
    return [
      wordsOf(sentence),
      cited.length && `(${cited.join(", ")})`,
      saidIn(sentence, ".sentence-note"),
      sentence.querySelector("[data-again]") && saidIn(sentence, ".provision-links"),
      words && `“${words}” (${saidIn(sentence, ".provision-words figcaption")})`,
    ].filter(Boolean).join(" ");
  });
  return `${questionOf(answer).trim()}\n\n${lines.join("\n")}`;
}

/* What only scripts can do is shown only where they run. */
function revealButtons(root) {
  for (const button of root.querySelectorAll("[data-print], [data-copy-answer], [data-copy-link]")) button.hidden = false;
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  const label = button.querySelector("span");
  const before = label.textContent;
  label.textContent = button.dataset.doneLabel;
  spoken.delete("copied");
  announce("copied", button.dataset.doneLabel);
  setTimeout(() => { label.textContent = before; }, 2000);
}

/* --- asking again ----------------------------------------------------------------------------------------------- */

const questionOf = (element) => element.closest("[data-turn]").querySelector(".question").textContent;

function writeQuestion(text) {
  const field = document.getElementById("question");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
  return field;
}

function begin(root) {
  revealButtons(root);
  for (const answer of root.querySelectorAll("[data-answer]")) {
    if (answer.dataset.followed) continue;
    answer.dataset.followed = "yes";
    if (answer.dataset.stream) follow(answer);
    else if (awaitsCheck(answer.dataset.answer)) pollFaithfulness(answer.dataset.answer);
  }
}

/* --- chips and cards -------------------------------------------------------------------------------------------- */

function placeCard(cite) {
  const card = cite.querySelector(".cite-card");
  const room = document.documentElement.clientWidth - cite.getBoundingClientRect().left;
  card.classList.toggle("cite-card-end", room < card.offsetWidth + 16);
}

for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const cite = event.target.closest("[data-cite]");
    if (cite) placeCard(cite);
  });
}
for (const name of ["pointerout", "focusout"]) {
  document.addEventListener(name, (event) => {
    const cite = event.target.closest("[data-cite]");
    // One that was put away comes back with the next pointer or key, not while it is still pointed at.
    if (cite && !cite.contains(event.relatedTarget) && !cite.matches(name === "focusout" ? ":hover" : ":focus-within")) {
      cite.classList.remove("cite-dismissed");
    }
  });
}

/* --- the source pane: beside the answer, or in a sheet over it where there is no room ---------------------------- */

const pane = document.querySelector("[data-pane]");
const desk = document.querySelector("[data-desk]");
const sheet = document.querySelector("[data-sheet]");
let opener = null;

async function openSource(link) {
  const url = new URL(link.href);
  let provision;
  try {
    provision = await load(`${url.pathname}provision${url.search}`);
  } catch (error) {
    // Nothing can be reached: the page of the provision neither, and this one would be lost.
    if (!(error instanceof TypeError)) {
      location.assign(link.href);
      return;
    }
    provision = document.querySelector("[data-source-away]").content.firstElementChild.cloneNode(true);
  }
  opener?.removeAttribute("aria-expanded");
  opener = link;
  opener.setAttribute("aria-expanded", "true");
  const body = pane.querySelector("[data-pane-body]");
  body.replaceChildren(provision);
  pane.hidden = false;
  if (WIDE.matches) {
    desk.append(pane);
    desk.classList.add("desk-with-source");
  } else if (!sheet.open) {
    sheet.append(pane);
    sheet.showModal();
    // The way back closes it.
    history.pushState({ sheet: true }, "");
  }
  const cited = body.querySelector(".cited-label");
  body.scrollTop = cited ? cited.getBoundingClientRect().top - body.getBoundingClientRect().top - 120 : 0;
  pane.focus({ preventScroll: true });
}

function closeSource() {
  sheet.close();
  pane.hidden = true;
  desk.classList.remove("desk-with-source");
  opener?.removeAttribute("aria-expanded");
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  // Its card would say over the answer what has just been read.
  opener?.closest("[data-cite]")?.classList.add("cite-dismissed");
  opener = null;
}

/* However the sheet is closed, its entry in the history goes with it. One that was left by a link is not opened again. */
function leaveSheet() {
  if (history.state?.sheet) history.back();
}

sheet.addEventListener("close", () => {
  closeSource();
  leaveSheet();
});
sheet.addEventListener("click", (event) => {
  if (event.target === sheet) sheet.close();
});
window.addEventListener("popstate", () => {
  if (!history.state?.sheet) sheet.close();
});
leaveSheet();

/* The pane is as wide as the reader made it last, by dragging its edge or with the arrow keys on it. */
const WIDTH = "source-width";
const edge = pane.querySelector("[data-pane-edge]");

function setWidth(wanted) {
  const width = Math.round(Math.min(Math.max(wanted, 320), window.innerWidth / 2));
  desk.style.setProperty("--source-width", `${width}px`);
  edge.setAttribute("aria-valuenow", width);
  localStorage.setItem(WIDTH, width);
}

edge.addEventListener("pointerdown", (event) => edge.setPointerCapture(event.pointerId));
edge.addEventListener("pointermove", (event) => {
  if (edge.hasPointerCapture(event.pointerId)) setWidth(window.innerWidth - event.clientX);
});
edge.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
  if (step) setWidth(pane.offsetWidth + step);
});
if (localStorage.getItem(WIDTH)) setWidth(Number(localStorage.getItem(WIDTH)));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const cite = document.querySelector("[data-cite]:is(:hover, :focus-within):not(.cite-dismissed)");
  if (cite) cite.classList.add("cite-dismissed");
  else if (!pane.hidden) closeSource();
});

const ACTIONS = {
  "[data-pane-close]": closeSource,
  // An anchor would be another entry between the sheet and its way back.
  "[data-sheet] a[href^='#']": (link) => sheet.querySelector(`[id="${CSS.escape(link.hash.slice(1))}"]`)?.scrollIntoView(),
  "[data-print]": () => window.print(),
  "[data-copy-answer]": (button) => copy(button, copyText(button.closest("[data-answer]"))),
  "[data-copy-link]": (button) => copy(button, button.closest(".share").querySelector("input[readonly]").value),
  "[data-edit]": (link) => writeQuestion(questionOf(link)),
};

document.addEventListener("click", (event) => {
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!plain) return;
  const source = event.target.closest("a[data-source]");
  if (source) {
    event.preventDefault();
    openSource(source);
    source.closest("[data-cite]")?.classList.add("cite-dismissed");
    return;
  }
  for (const [selector, act] of Object.entries(ACTIONS)) {
    const target = event.target.closest(selector);
    if (!target) continue;
    event.preventDefault();
    act(target);
  }
});

/* What is opened stands above the question field, which lies over the end of the page. */
const OPENS = ".feedback-no, .certify";

function bringIntoView(opened) {
  opened?.scrollIntoView({ block: "nearest", behavior: STILL.matches ? "auto" : "smooth" });
}

document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches(OPENS)) bringIntoView(target.querySelector(".card"));
}, { capture: true });
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.elt.matches(".share")) bringIntoView(detail.elt.querySelector(".card"));
});

/* A button that did nothing says so where it stands; the question field has words of its own. */
const OUTDATED = 403;

for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, ({ detail: { elt, xhr } }) => {
    if (!elt.isConnected || elt.matches("[data-ask], [data-example]")) return;
    const said = document.querySelector("[data-undone]").content.firstElementChild.cloneNode(true);
    said.querySelector(xhr.status === OUTDATED ? "[data-away]" : "[data-outdated]").remove();
    elt.parentElement.querySelector(":scope > [data-undone-said]")?.remove();
    elt.after(said);
  });
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-stop]")) return;
  const label = event.target.closest("[data-answer]").querySelector("[data-state-label]");
  label.textContent = label.dataset.stopping;
});

/* Who has just asked goes on reading at the question. */
function goTo(turn) {
  turn.querySelector("[data-question]").focus({ preventScroll: true });
}

begin(document);
const asked = document.querySelector("[data-turn]:has([data-stream])");
if (asked && document.activeElement === document.body) goTo(asked);
document.addEventListener("htmx:load", (event) => {
  begin(event.detail.elt.parentElement ?? document);
  if (!event.detail.elt.matches("[data-turn]")) return;
  event.detail.elt.scrollIntoView({ block: "start", behavior: STILL.matches ? "auto" : "smooth" });
  goTo(event.detail.elt);
});

/* --- what changes later: decisions, late checks, amendments ------------------------------------------------------- */

let changes = null;
let shownSince = desk.dataset.changes;

/* A page that nobody looks at takes no place; it catches up when it is looked at again. */
function watchChanges() {
  if (document.hidden) {
    changes?.close();
    changes = null;
    shownSince = `${shownSince.split("=")[0]}=${Date.now() - CLOCK_SLACK}`;
    return;
  }
  if (changes) return;
  changes = new EventSource(shownSince);
  changes.onerror = ({ target }) => watchLater(target);
  changes.addEventListener("changed", (event) => {
    if (!find(event.data)?.dataset.fragment) refresh(event.data).catch(() => {});
  });
}

/* Where no place is free, the page looks again later. */
function watchLater(source) {
  if (source.readyState !== EventSource.CLOSED || changes !== source) return;
  changes = null;
  setTimeout(watchChanges, CLOCK_SLACK / 2);
}

document.addEventListener("visibilitychange", watchChanges);
watchChanges();
