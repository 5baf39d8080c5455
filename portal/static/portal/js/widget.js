/* For pages of other sites: <script src="https://PORTAL/static/portal/js/widget.js" defer></script> puts a button and a frame there. */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const language = document.documentElement.lang.toLowerCase();
  const known = {
    ko: { open: "규정에 묻기", close: "닫기", frame: "규정에 묻는 창" },
    en: { open: "Ask the regulations", close: "Close", frame: "Questions about the regulations" },
    zh: { open: "询问规定", close: "关闭", frame: "询问规定的窗口" },
    vi: { open: "Hỏi về quy định", close: "Đóng", frame: "Cửa sổ hỏi về quy định" },
  };
  const words = known[language.slice(0, 2)] ?? known.ko;
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { position: fixed; right: 16px; bottom: 16px; z-index: 2147483000; }
    button { min-height: 48px; padding: 0 20px; border: 0; border-radius: 24px; color: #fff; background: #1c4b8c;
      font: 600 16px/1.4 system-ui, sans-serif; cursor: pointer; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
    button:focus-visible { outline: 3px solid #1c4b8c; outline-offset: 3px; }
    section { position: fixed; right: 16px; bottom: 76px; width: min(400px, calc(100vw - 32px));
      height: min(600px, calc(100vh - 100px)); }
    section[hidden] { display: none; }
    iframe { width: 100%; height: 100%; border: 1px solid #8a867c; border-radius: 12px; background: #fff; }
  `);
  root.adoptedStyleSheets = [sheet];
  const panel = document.createElement("section");
  panel.hidden = true;
  panel.id = "university-regulations";
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-controls", panel.id);
  root.append(panel, button);
  let frame;

  function show(isOpen) {
    if (isOpen && !frame) {
      frame = document.createElement("iframe");
      frame.title = words.frame;
      frame.src = `${origin}/widget/?lang=${encodeURIComponent(language)}`;
      frame.referrerPolicy = "origin";
      panel.append(frame);
    }
    panel.hidden = !isOpen;
    button.textContent = isOpen ? words.close : words.open;
    button.setAttribute("aria-expanded", String(isOpen));
    (isOpen ? frame : button).focus({ preventScroll: true });
  }

  button.addEventListener("click", () => show(panel.hidden));
  host.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) show(false);
  });
  window.addEventListener("message", (event) => {
    const isOurs = event.origin === origin && frame && event.source === frame.contentWindow;
    if (isOurs && event.data === "university-regulations:close") show(false);
  });
  button.textContent = words.open;
  button.setAttribute("aria-expanded", "false");
  document.body.append(host);
})();
