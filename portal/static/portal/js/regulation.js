/* Reading a regulation: the contents follow the text, and a citation can be copied. */

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
const visible = new Set();
let current = null;

function mark() {
  const first = [...links.keys()].find((key) => visible.has(key));
  const link = links.get(first);
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

const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting) visible.add(entry.target.id);
    else visible.delete(entry.target.id);
  }
  mark();
}, { rootMargin: "-70px 0px -55% 0px" });

for (const key of links.keys()) {
  const target = document.getElementById(key);
  if (target) observer.observe(target);
}

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
