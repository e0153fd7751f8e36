/* Links to forms open in a panel beside the page, which hears "panel:saved" from the link once
   something is saved there. Without this script the links lead to the forms; js/panel.js is the
   form's part. */
"use strict";
(() => {
  const FORMS = "a.desk-edit, a.desk-link, a.cv-more";
  const panel = document.getElementById("desk-panel");
  let link, frame;

  const keepInSight = (change) => {
    const { top } = link.getBoundingClientRect();
    change();
    scrollBy({ top: link.getBoundingClientRect().top - top, behavior: "instant" });
  };

  const open = (pressed) => {
    link = pressed;
    const url = new URL(link.href);
    url.searchParams.set("_panel", "1");
    const name = link.title || link.textContent.trim();
    frame = Object.assign(document.createElement("iframe"), { src: url, title: name });
    frame.addEventListener("load", check);
    panel.setAttribute("aria-label", name);
    panel.querySelector(".desk-whole").href = link.href;
    panel.append(frame);
    keepInSight(() => {
      document.documentElement.classList.add("has-panel");
      panel.showModal();
    });
  };

  /* What refuses to be framed, such as the page where one signs in, is opened by itself. */
  const check = () => {
    if (!frame.contentDocument) return location.assign(link.href);
    frame.contentWindow.focus();
  };

  const close = () => {
    if (frame.contentWindow.hasUnsaved?.() && !confirm(panel.dataset.unsaved)) return frame.contentWindow.focus();
    frame.remove();
    keepInSight(() => {
      panel.close();
      document.documentElement.classList.remove("has-panel");
    });
    link.focus({ preventScroll: true });
  };

  const hear = ({ origin, source, data }) => {
    if (origin !== location.origin || !frame || source !== frame.contentWindow) return;
    close();
    if (data.panel === "saved") link.dispatchEvent(new CustomEvent("panel:saved", { bubbles: true }));
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
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  });
})();
