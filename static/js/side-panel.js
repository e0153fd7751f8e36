/* Links to forms open in a panel beside the page, which hears "panel:saved" from the link once
   something is saved there; what is typed shows at once where the page has it alone, in an element
   with [data-typed]. Without this script the links lead to the forms; js/panel.js is the form's part. */
"use strict";
(() => {
  const FORMS = "a.desk-edit, a.desk-link, a.cv-more";
  const panel = document.getElementById("desk-panel");
  // As in css/side-panel.css: a narrower window is the panel's alone.
  const hasRoom = matchMedia("(min-width: 60rem)");
  let link, frame;

  const keepInSight = (change) => {
    const { top } = link.getBoundingClientRect();
    change();
    scrollBy({ top: link.getBoundingClientRect().top - top, behavior: "instant" });
  };

  const open = (pressed) => {
    if (frame && !close()) return;
    link = pressed;
    const url = new URL(link.href);
    url.searchParams.set("_panel", "1");
    const name = link.title || link.textContent.trim();
    frame = Object.assign(document.createElement("iframe"), { src: url, title: name });
    frame.addEventListener("load", check);
    panel.setAttribute("aria-label", name);
    panel.ariaBusy = "true";
    panel.querySelector(".desk-whole").href = link.href;
    panel.append(frame);
    keepInSight(() => {
      document.documentElement.classList.add("has-panel");
      hasRoom.matches ? panel.show() : panel.showModal();
    });
  };

  /* What refuses to be framed, such as the page where one signs in, is opened by itself. */
  const check = () => {
    panel.ariaBusy = "false";
    const form = frame.contentDocument;
    if (!form) return location.assign(link.href);
    frame.contentWindow.focus();
    form.addEventListener("input", ({ target }) => target.closest(".markdownx") || show(target.name, target.value));
    form.addEventListener("markdown:shown", ({ target, detail }) => {
      const nodes = [...detail.cloneNode(true).childNodes].filter((node) => !node.matches?.(".markdownx-remarks"));
      show(target.name, ...nodes);
    });
  };

  /* Closed unless the answer is to stay with what is not saved; then the page is as it was. */
  const close = () => {
    if (frame.contentWindow.hasUnsaved?.() && !confirm(panel.dataset.unsaved)) {
      frame.contentWindow.focus();
      return false;
    }
    leave();
    for (const [element, nodes] of before) element.replaceChildren(...nodes);
    before.clear();
    return true;
  };

  const leave = () => {
    frame.remove();
    frame = null;
    keepInSight(() => {
      panel.close();
      document.documentElement.classList.remove("has-panel");
    });
    link.focus({ preventScroll: true });
  };

  /* --- What is typed --- */

  // Element of the page -> what stood there.
  const before = new Map();

  const show = (column, ...nodes) => {
    const row = link.dataset.desk?.split("-", 2).join("-");
    const element = document.querySelector(`[data-typed="${CSS.escape(`${row}-${column}`)}"]`);
    if (!element || !frame.contentWindow.hasUnsaved?.()) return;
    if (!before.has(element)) before.set(element, [...element.childNodes]);
    element.replaceChildren(...nodes);
  };

  /* --------------------------------------------------------------------------------------- */

  const hear = ({ origin, source, data }) => {
    if (origin !== location.origin || !frame || source !== frame.contentWindow) return;
    if (data.panel !== "saved") return close();
    leave();
    link.dispatchEvent(new CustomEvent("panel:saved", { bubbles: true }));
  };

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest(FORMS);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!pressed || !isPlain || !panel.showModal) return;
    event.preventDefault();
    open(pressed);
  });
  addEventListener("message", hear);
  panel.querySelector(".desk-close").addEventListener("click", close);
  panel.addEventListener("cancel", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !frame) return;
    event.preventDefault();
    close();
  });
})();
