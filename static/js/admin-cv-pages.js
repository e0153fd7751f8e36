/* The pages of a CV's PDF follow what its form says. Without this script they are as saved. */
"use strict";
(() => {
  const PAUSE = 600; // ms

  let waiting;
  let asked;
  const show = () => {
    const pages = document.querySelector(".cv-pages");
    if (!pages) return;
    const { src, alt = pages.alt } = pages.dataset;
    const values = new URLSearchParams(new FormData(pages.closest("form")));
    values.delete("csrfmiddlewaretoken");
    const next = (asked = new Image());
    Object.assign(next, { className: "cv-pages", alt });
    Object.assign(next.dataset, { src, alt });
    // What is not complete yet has no picture: the last one stays.
    next.addEventListener("load", () => next === asked && document.querySelector(".cv-pages").replaceWith(next));
    next.src = `${src}?${values}`;
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, PAUSE);
  };
  document.addEventListener("input", later);
  document.addEventListener("change", later);
})();
