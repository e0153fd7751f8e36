/* The pages of a CV's PDF follow what its form says. Without this script they are as saved. */
"use strict";
(() => {
  const PAUSE = 600; // ms
  let pages = document.querySelector(".cv-pages");
  if (!pages) return;
  const form = pages.closest("form");
  const { src, alt = pages.alt } = pages.dataset;

  let waiting;
  let asked;
  const show = () => {
    const values = new URLSearchParams(new FormData(form));
    values.delete("csrfmiddlewaretoken");
    const next = (asked = new Image());
    Object.assign(next, { className: "cv-pages", alt });
    Object.assign(next.dataset, { src, alt });
    // What is not complete yet has no picture: the last one stays.
    next.addEventListener("load", () => {
      if (next !== asked) return;
      pages.replaceWith(next);
      pages = next;
    });
    next.src = `${src}?${values}`;
  };
  for (const kind of ["input", "change"]) {
    form.addEventListener(kind, () => {
      clearTimeout(waiting);
      waiting = setTimeout(show, PAUSE);
    });
  }
})();
