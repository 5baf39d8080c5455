/* Reading a regulation: the contents follow the text, a citation can be copied, and a cross-reference shows what it cites. */

/* Below the header and the space that is left above a goal. */
const READING_LINE = 130;
const contents = document.querySelector("[data-contents]");
const wide = matchMedia("(min-width: 1000px)");

function openWhereThereIsRoom() {
  contents.open = wide.matches;
}

openWhereThereIsRoom();
wide.addEventListener("change", openWhereThereIsRoom);
contents.addEventListener("click", (event) => {
  if (event.target.closest("a") && !wide.matches) contents.open = false;
});

const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
const places = [...links.keys()].map((key) => document.getElementById(key)).filter(Boolean);
let current = null;

/* The last one that begins above the line to which a link scrolls its goal; at the end of the page what was asked for. */
function mark() {
  const line = READING_LINE;
  const goal = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const asked = atEnd && goal && goal.getBoundingClientRect().bottom > line ? places.findLast((place) => place.contains(goal)) : null;
  const read = asked ?? places.findLast((place) => place.getBoundingClientRect().top <= line) ?? places[0];
  const link = links.get(read?.id);
  if (!link || link === current) return;
  current?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  current = link;
  if (!wide.matches) return;
  const list = contents.querySelector("nav");
  const { top, bottom } = link.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) list.scrollTop += top - frame.top - frame.height / 3;
}

let isDrawn = false;
document.addEventListener("scroll", () => {
  if (isDrawn) return;
  isDrawn = true;
  requestAnimationFrame(() => {
    isDrawn = false;
    mark();
  });
}, { passive: true });
mark();

for (const button of document.querySelectorAll("[data-copy], [data-copy-link]")) {
  button.hidden = false;
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-link]");
  if (!button) return;
  const { copy, copyLink } = button.dataset;
  await navigator.clipboard.writeText(copy ?? new URL(copyLink, location.href).href);
  const label = button.querySelector("span");
  const before = label.textContent;
  label.textContent = button.dataset.doneLabel;
  button.dataset.done = "yes";
  setTimeout(() => {
    label.textContent = before;
    delete button.dataset.done;
  }, 2000);
});

/* --- cards of cross-references ---------------------------------------------------------------------------------- */

const CARD_DELAY = 250;
const card = document.querySelector("[data-reference-card]");
const cards = new Map();
let shownAt = null;
let timer = null;

/* A link inside the page leads to #art-3, any other to its version with ?cite=art-3. */
function cardAddress(link) {
  const url = new URL(link.href);
  const key = new URLSearchParams(url.search).get("cite") ?? decodeURIComponent(url.hash.slice(1));
  return `${url.pathname}card?cite=${encodeURIComponent(key)}`;
}

function placeCard(link) {
  const at = link.getClientRects()[0];
  const around = card.offsetParent.getBoundingClientRect();
  const room = document.documentElement.clientWidth - card.offsetWidth - 12;
  const below = at.bottom + card.offsetHeight + 12 < innerHeight || at.top < card.offsetHeight;
  card.style.left = `${Math.max(12, Math.min(at.left, room)) - around.left}px`;
  card.style.top = `${(below ? at.bottom + 4 : at.top - card.offsetHeight - 4) - around.top}px`;
}

async function showCard(link) {
  shownAt = link;
  const address = cardAddress(link);
  if (!cards.has(address)) {
    const response = await fetch(address).catch(() => null);
    if (!response?.ok) return;
    cards.set(address, await response.text());
  }
  if (shownAt !== link) return;
  card.innerHTML = cards.get(address);
  card.hidden = false;
  card.scrollTop = 0;
  link.setAttribute("aria-describedby", card.id);
  placeCard(link);
}

function hideCard() {
  clearTimeout(timer);
  card.hidden = true;
  shownAt?.removeAttribute("aria-describedby");
  shownAt = null;
}

const isOfCard = (element) => Boolean(element?.closest?.("[data-reference], [data-reference-card]"));

document.addEventListener("pointerover", (event) => {
  const link = event.pointerType === "mouse" && event.target.closest("[data-reference]");
  if (link && link !== shownAt) {
    hideCard();
    timer = setTimeout(() => showCard(link), CARD_DELAY);
  } else if (isOfCard(event.target)) {
    clearTimeout(timer);
  }
});
document.addEventListener("pointerout", (event) => {
  if (!isOfCard(event.target) || isOfCard(event.relatedTarget)) return;
  clearTimeout(timer);
  timer = setTimeout(hideCard, CARD_DELAY);
});
document.addEventListener("focusin", (event) => {
  const link = event.target.closest("[data-reference]");
  hideCard();
  if (link?.matches(":focus-visible")) showCard(link);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  hideCard();
  document.activeElement?.closest(".term")?.blur();
});
