/* What is dragged follows the pointer: `follow(x, y)` puts it where that is, `end` hears that it was
   let go elsewhere. A press that moves less than `least` pixels stays a press. */
"use strict";
window.drag = (event, element, follow, end, least = 0) => {
  const EDGE = 70; // so near to the window's edge, the page scrolls
  const { clientX, clientY } = event;
  const stop = new AbortController();
  const during = { signal: stop.signal };
  const isDragged = () => element.classList.contains("dragged");
  const go = ({ clientX: x, clientY: y }) => {
    if (!isDragged() && Math.hypot(x - clientX, y - clientY) < least) return;
    element.classList.add("dragged");
    follow(x, y);
    if (y < EDGE) scrollBy(0, -12);
    if (y > innerHeight - EDGE) scrollBy(0, 12);
  };
  const finish = () => {
    stop.abort();
    if (!isDragged()) return;
    element.classList.remove("dragged");
    end();
  };
  document.addEventListener("pointermove", go, during);
  document.addEventListener("pointerup", finish, during);
  document.addEventListener("pointercancel", finish, during);
};

/* In a list, it changes places with the one above or below, past whose upper edge the pointer is. */
window.dragInList = (event, row, rows, before, after, end) => {
  const PAST = 20;
  const follow = (_x, y) => {
    const all = rows();
    const [above, below] = [-1, 1].map((way) => all[all.indexOf(row) + way]);
    const head = (other) => other.getBoundingClientRect().top + PAST;
    if (above && y < head(above)) before(row, above);
    else if (below && y > head(below)) after(row, below);
  };
  window.drag(event, row, follow, end);
};
