/* The desk on a preview: the page is shown anew once something is saved in the panel beside it, at
   the same place; sections are dragged. Without this script, sections have buttons. */
"use strict";
(() => {
  const PLACE = "vitae:desk";

  /* --- The same place again -------------------------------------------------------------- */

  const remember = (element) => {
    const near = element.closest("section[id], li, figure, header")?.querySelector("[data-desk]") ?? element;
    const place = { keys: [element.dataset.desk, near.dataset.desk], top: element.getBoundingClientRect().top };
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ ...place, page: location.pathname }));
    } catch {} // storage is switched off: the page begins at its top
  };

  const recall = () => {
    try {
      const place = JSON.parse(sessionStorage.getItem(PLACE));
      sessionStorage.removeItem(PLACE);
      if (place?.page === location.pathname) return place;
    } catch {}
    return null;
  };

  const find = (key) => document.querySelector(`[data-desk="${CSS.escape(key)}"]`);

  const goBack = ({ keys, top }) => {
    const element = keys.map(find).find(Boolean) ?? document.getElementById("content");
    const scroll = () => scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
    element.focus({ preventScroll: true });
    scroll();
    addEventListener("load", () => {
      scroll(); // once more, with the type and the pictures there
      setTimeout(() => (history.scrollRestoration = "auto")); // the browser restores after "load"
    });
  };

  const showAnew = (event) => {
    remember(event.target);
    history.scrollRestoration = "manual";
    location.reload();
  };

  /* --- Sections -------------------------------------------------------------------------- */

  const drag = (event) => {
    const grip = event.target.closest(".desk-grip");
    if (!grip || event.button) return;
    event.preventDefault();
    const section = grip.closest("section");
    const all = () => [...section.parentElement.querySelectorAll(":scope > section")];
    const place = all().indexOf(section);
    const before = (one, other) => other.before(one);
    const after = (one, other) => other.after(one);
    const end = () => all().indexOf(section) !== place && send(section);
    window.dragInList(event, section, all, before, after, end);
  };

  const send = (section) => {
    const form = document.getElementById("desk-order");
    const next = section.nextElementSibling?.closest("section")?.id ?? "";
    const move = Object.assign(document.createElement("input"), { type: "hidden", name: "move" });
    move.value = `${section.id}:${next}`;
    form.append(move);
    remember(section.querySelector(".desk-move"));
    form.requestSubmit();
  };

  /* --------------------------------------------------------------------------------------- */

  document.addEventListener("click", ({ target }) => {
    const moving = target.closest(".desk-move, .preview-bar-state button");
    if (moving) remember(moving);
  });
  document.addEventListener("pointerdown", drag);
  document.addEventListener("panel:saved", showAnew);

  const place = recall();
  if (place) goBack(place);
})();
