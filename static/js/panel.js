/* A form of the admin in the panel beside a preview: tells the page around it when it is saved, or
   to be closed. Its links open in tabs of their own, so that nothing typed here is lost. */
"use strict";
(() => {
  if (parent === window) return;
  const tell = (panel) => parent.postMessage({ panel }, location.origin);

  // What Escape closes first: lists, windows of the form's own.
  const OPENED = ".select2-container--open, dialog[open], [role=listbox], [role=menu]";
  const isOpen = () => [...document.querySelectorAll(OPENED)].some((element) => element.checkVisibility());

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || isOpen()) return;
      event.preventDefault();
      tell("close");
    },
    true,
  );

  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href]");
    if (!link || link.getAttribute("href").startsWith("#") || link.target) return;
    if (!new URL(link.href).searchParams.has("_panel")) link.target = "_blank";
  });

  document.addEventListener("DOMContentLoaded", () => {
    if (document.body.dataset.panel === "saved") tell("saved");
  });
})();
