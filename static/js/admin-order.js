/* Rows with a place in an order: by dragging, or by two buttons. The numbers are what is sent, and
   without this script they are typed. Rows that a form adds later take part. */
"use strict";
(() => {
  const BOX = "[data-place]";
  const ROW = "[data-order-row], tr.form-row, .inline-related:not(.tabular)";
  const EDGE = 70; // so near to the window's edge, a dragged row scrolls it
  const moved = new WeakSet();
  let words;

  const rowOf = (element) => element.closest(ROW);
  const isEmptyForm = (row) => row.classList.contains("empty-form");
  const isOff = (row) =>
    row.parentElement.dataset.order === "ticked" && !row.querySelector("[type=checkbox]").checked;

  const rowsIn = (list) =>
    [...list.children].filter((row) => row.matches(ROW) && row.querySelector(BOX) && !isEmptyForm(row));
  const placed = (list) => rowsIn(list).filter((row) => !isOff(row));

  /* What moves with a row: the line of its errors, which stands above it. */
  const block = (row) => {
    const above = row.previousElementSibling;
    return above?.classList.contains("row-form-errors") ? [above, row] : [row];
  };

  /* An added row that nobody has written into is not stored; a number would make it count. */
  const isBlank = (row) =>
    !row.matches("[data-order-row], .has_original") &&
    [...row.querySelectorAll("input:not([type=hidden]), textarea, select")].every(
      (box) => box.matches(BOX) || isUntouched(box),
    );
  const isUntouched = (box) =>
    box.matches("select")
      ? [...box.options].every((option, index) => option.selected === (option.defaultSelected || index === 0)) ||
        !box.value
      : box.type === "checkbox"
        ? box.checked === box.defaultChecked
        : box.value === box.defaultValue;

  const number = (list) =>
    placed(list)
      .filter((row) => !isBlank(row))
      .forEach((row, index) => {
        row.querySelector(BOX).value = index + 1;
      });

  const announce = (row) => {
    const all = placed(row.parentElement);
    const text = words.moved.replace("{place}", all.indexOf(row) + 1).replace("{all}", all.length);
    document.getElementById("editing-status").textContent = text;
  };

  const settle = (row) => {
    const list = row.parentElement;
    moved.add(list);
    number(list);
    row.dispatchEvent(new CustomEvent("order:moved", { bubbles: true }));
  };

  const putBefore = (row, other) => block(other)[0].before(...block(row));
  const putAfter = (row, other) => other.after(...block(row));

  const step = (button) => {
    const row = rowOf(button);
    const all = placed(row.parentElement);
    const up = button.classList.contains("order-up");
    const other = all[all.indexOf(row) + (up ? -1 : 1)];
    if (other) (up ? putBefore : putAfter)(row, other);
    button.focus();
    settle(row);
    announce(row);
  };

  /* --- Dragging -------------------------------------------------------------------------- */

  const follow = (row, y) => {
    const middle = (other) => {
      const { top, height } = other.getBoundingClientRect();
      return top + height / 2;
    };
    const others = placed(row.parentElement);
    const [above, below] = [-1, 1].map((way) => others[others.indexOf(row) + way]);
    if (above && y < middle(above)) putBefore(row, above);
    else if (below && y > middle(below)) putAfter(row, below);
    if (y < EDGE) scrollBy(0, -12);
    if (y > innerHeight - EDGE) scrollBy(0, 12);
  };

  const drag = (event) => {
    const grip = event.target.closest(".order-grip");
    if (!grip || event.button) return;
    event.preventDefault();
    const row = rowOf(grip);
    const stop = new AbortController();
    const during = { signal: stop.signal };
    row.classList.add("dragged");
    document.addEventListener("pointermove", ({ clientY }) => follow(row, clientY), during);
    const end = () => {
      stop.abort();
      row.classList.remove("dragged");
      settle(row);
      announce(row);
    };
    document.addEventListener("pointerup", end, during);
    document.addEventListener("pointercancel", end, during);
  };

  /* --- The buttons ----------------------------------------------------------------------- */

  const button = (name, sign, label) => {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: name, textContent: sign, title: label });
    made.setAttribute("aria-label", label);
    return made;
  };

  const controls = () => {
    const made = Object.assign(document.createElement("span"), { className: "order-moves" });
    const grip = document.createElement("span");
    Object.assign(grip, { className: "order-grip", title: words.grip, ariaHidden: "true" });
    made.append(grip, button("order-up", "↑", words.up), button("order-down", "↓", words.down));
    return made;
  };

  const equip = (row) => {
    const box = row.querySelector(BOX);
    if (!box || box.readOnly || row.querySelector(".order-moves")) return;
    box.hidden = true;
    box.before(controls());
    row.parentElement.classList.add("ordered");
  };

  /* Django numbers the rows of a form anew when one is taken out, in the order in which they
     stand: for that moment they stand as they came. */
  const asTheyCame = (list) => {
    const index = (row) => Number(row.id.match(/-(\d+)$/)?.[1] ?? Infinity);
    const now = rowsIn(list);
    const end = [...list.children].find((child) => isEmptyForm(child)) ?? null;
    const put = (rows) => rows.forEach((row) => block(row).forEach((part) => list.insertBefore(part, end)));
    put([...now].sort((one, other) => index(one) - index(other)));
    queueMicrotask(() => put(now));
  };

  /* A tick takes its row to the end of those that have one. */
  const regroup = (row) => {
    const others = placed(row.parentElement).filter((other) => other !== row);
    const last = others.at(-1);
    if (last) putAfter(row, last);
    else row.parentElement.prepend(row);
    settle(row);
  };

  document.addEventListener("DOMContentLoaded", () => {
    words = document.getElementById("editing")?.dataset;
    if (!words) return;
    document.querySelectorAll(BOX).forEach((box) => {
      const row = rowOf(box);
      if (row && !isEmptyForm(row)) equip(row);
    });
    document.addEventListener("pointerdown", drag);
  });
  document.addEventListener("formset:added", (event) => words && equip(event.target));
  document.addEventListener("formset:removed", ({ detail }) => {
    const box = document.querySelector(`#${CSS.escape(detail.formsetName)}-group ${BOX}`);
    if (box) asTheyCame(rowOf(box).parentElement);
  });
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest(".order-up, .order-down");
    if (pressed) step(pressed);
  });
  document.addEventListener("change", (event) => {
    const row = event.target.closest('[data-order="ticked"] > [data-order-row]');
    if (row && event.target.type === "checkbox") regroup(row);
  });
  /* A row that was added goes last, whatever number stands ready in it. */
  document.addEventListener("submit", (event) => {
    const lists = new Set([...event.target.querySelectorAll(BOX)].map((box) => rowOf(box)?.parentElement));
    lists.delete(undefined);
    for (const list of lists) {
      const added = rowsIn(list).some((row) => !row.matches("[data-order-row], .has_original") && !isBlank(row));
      if (added || moved.has(list)) number(list);
    }
  });
})();
