/* The authors of a paper as chips: a list of names is read by the server as it is typed or pasted,
   names are put in order with the mouse or the keyboard, and what is taken out can come back.
   Without this script each name opens to its boxes, and the list is read when the form is saved. */
"use strict";
(() => {
  const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };
  const PARTS = ["given", "particle", "family"];
  const TEXTS = [...PARTS, "suffix", "literal", "marks", "researcher"];
  const FAR_ENOUGH = 6; // pixels, from which on a press is a drag
  const HAN = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
  const removed = [];
  let group, list, box, status, words;
  let isReading = false;
  let isMoved = false;

  const rows = () => [...list.children].filter((row) => !row.hidden);
  const part = (row, name) => row.querySelector(`[name$="-${name}"]`);
  const value = (row, name) => part(row, name)?.value.trim() ?? "";
  const chip = (row) => row.querySelector("summary");
  const isBlank = (row) => !row.matches(".has_original") && !TEXTS.some((name) => value(row, name));

  const nameOf = (row) => {
    const family = value(row, "family");
    const plain = HAN.test(family) ? family + value(row, "given") : PARTS.map((name) => value(row, name)).filter(Boolean).join(" ");
    const suffix = value(row, "suffix");
    return value(row, "literal") || (suffix ? `${plain}, ${suffix}` : plain) || words.new;
  };

  const say = (text, button) => status.replaceChildren(text, ...(button ? [" ", button] : []));
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const changed = () => list.dispatchEvent(new Event("change", { bubbles: true }));

  /* Of many authors, only what their boxes hold is in the page. */
  const draw = (row) => {
    const light = row.querySelector(".author-parts[hidden]");
    if (!light) return;
    const boxes = group.querySelector("template").content.querySelector(".author-parts").cloneNode(true);
    const [, place] = part(row, "position").name.match(/-(\d+)-/);
    boxes.querySelectorAll("[name]").forEach((each) => (each.name = each.name.replace("__prefix__", place)));
    if (row.matches(".is-locked")) boxes.querySelectorAll(".author-delete, .author-researcher").forEach((each) => each.remove());
    light.querySelectorAll("input").forEach(({ name, value: text }) => {
      const each = boxes.querySelector(`[name="${name}"]`);
      if (each.type === "checkbox") each.checked = true;
      else each.value = text;
      if (each.type === "text") each.defaultValue = text;
    });
    light.replaceWith(boxes);
  };

  const label = (row) => {
    const name = nameOf(row);
    row.querySelector(".author-name").textContent = name;
    row.querySelector(".author-marks").textContent = value(row, "marks");
    row.querySelector(".author-remove")?.setAttribute("aria-label", fill(words.remove, { name }));
  };

  /* A blank row without a place is none, and is not stored. */
  const number = () =>
    rows()
      .filter((row) => !isBlank(row))
      .forEach((row, index) => (part(row, "position").value = index + 1));

  /* --- One stop of the Tab key for all of them --- */

  const reach = (row) => {
    list.querySelectorAll("summary").forEach((other) => (other.tabIndex = -1));
    if (row) chip(row).tabIndex = 0;
  };

  const focus = (row) => {
    reach(row);
    (row ? chip(row) : box).focus();
  };

  /* --- Order --- */

  const move = (row, place) => {
    const all = rows();
    const to = Math.max(0, Math.min(all.length - 1, place));
    const other = all[to];
    if (other !== row) all.indexOf(row) < to ? other.after(row) : other.before(row);
    settle(row);
  };

  const settle = (row) => {
    isMoved = true;
    number();
    changed();
    const all = rows();
    say(fill(words.moved, { name: nameOf(row), place: all.indexOf(row) + 1, all: all.length }));
  };

  const follow = (row, x, y) => {
    const other = document.elementFromPoint(x, y)?.closest(".author");
    if (!other || other === row || other.parentElement !== list) return;
    const { left, width } = other.getBoundingClientRect();
    x < left + width / 2 ? other.before(row) : other.after(row);
  };

  /* A finger scrolls, but for the grip before a name. */
  const drag = (event) => {
    const isGrip = event.target.matches(".author-grip");
    const row = event.target.closest(".author-grip, .author > details > summary")?.closest(".author");
    if (!row || event.button || (event.pointerType === "touch" && !isGrip)) return;
    const end = () => {
      settle(row);
      // The click that ends it opens nothing.
      const still = (click) => click.preventDefault();
      list.addEventListener("click", still, { capture: true, once: true });
      setTimeout(() => list.removeEventListener("click", still, { capture: true }));
    };
    window.drag(event, row, (x, y) => follow(row, x, y), end, FAR_ENOUGH);
  };

  /* --- Taken out, and back --- */

  const undoButton = () => {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", textContent: words.undo, onclick: undo });
    return made;
  };

  const remove = (row) => {
    const all = rows();
    const name = nameOf(row);
    draw(row);
    const tick = part(row, "DELETE");
    if (!tick) return say(fill(words.locked, { name }));
    const next = all[all.indexOf(row) + 1] ?? all[all.indexOf(row) - 1];
    tick.checked = row.hidden = true;
    removed.push(row);
    focus(next);
    changed();
    say(fill(words.removed, { name }), undoButton());
  };

  const undo = () => {
    const row = removed.pop();
    if (!row) return;
    part(row, "DELETE").checked = row.hidden = false;
    focus(row);
    changed();
    say("", removed.length ? undoButton() : null);
  };

  const press = (event) => {
    const row = event.target.matches("summary") ? event.target.closest(".author") : null;
    if (!row) return;
    const { key, shiftKey } = event;
    const all = rows();
    const place = all.indexOf(row);
    if (key in STEPS && shiftKey) {
      move(row, place + STEPS[key]);
      focus(row);
    } else if (key in STEPS) focus(all[Math.max(0, Math.min(all.length - 1, place + STEPS[key]))]);
    else if (key === "Delete" || key === "Backspace") remove(row);
    else if (key === "z" && (event.ctrlKey || event.metaKey)) undo();
    else if (key === "Escape") row.querySelector("details").open = false;
    else return;
    event.preventDefault();
  };

  /* --- New ones --- */

  const equip = (row) => {
    chip(row).tabIndex = -1;
    if (row.matches(".is-locked")) return;
    label(row);
    if (part(row, "DELETE")?.checked) {
      row.hidden = true;
      removed.push(row);
    }
  };

  const add = (row) => {
    const total = group.querySelector("[name$=-TOTAL_FORMS]");
    row.querySelectorAll("[name]").forEach((each) => {
      each.name = each.name.replace(/-(\d+|__prefix__)-/, `-${total.value}-`);
      if (each.type !== "text") return;
      each.value = each.value; // from here on a text of its own, which is kept as if it were typed
      each.defaultValue = "";
    });
    total.value = Number(total.value) + 1;
    list.append(row);
    equip(row);
    return row;
  };

  const addBlank = (event) => {
    event.preventDefault();
    const row = add(group.querySelector("template").content.querySelector(".author").cloneNode(true));
    row.querySelector("details").open = true;
    part(row, "given").focus();
  };

  const ask = async (text) => {
    const body = new FormData();
    body.set("names", text);
    body.set("csrfmiddlewaretoken", group.closest("form").elements.csrfmiddlewaretoken.value);
    const answer = await fetch(words.url, { method: "POST", body, redirect: "error" });
    if (!answer.ok) throw new Error(answer.statusText);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };

  /* What cannot be read now stays in its box, and is read when the form is saved. */
  const read = async () => {
    const text = box.value;
    if (!text.trim() || isReading) return;
    isReading = true;
    try {
      const page = await ask(text);
      if (box.value !== text) return;
      const found = [...page.querySelectorAll(".author")];
      const isCut = page.querySelector("ol").dataset.etAl === "true";
      const doubts = [...page.querySelectorAll("body > p")].map((each) => each.textContent);
      if (!found.length && !isCut) return say(words.none);
      box.value = "";
      const names = found.map((row) => nameOf(add(document.importNode(row, true))));
      const others = isCut ? document.getElementById("id_et_al") : null;
      if (others) others.checked = true;
      number();
      reach(rows().at(-1));
      changed();
      box.dispatchEvent(new Event("input", { bubbles: true }));
      say([fill(words.added, { names: names.join(", ") }), others ? words.etAl : "", ...doubts].filter(Boolean).join(" "));
    } catch {
      say(words.unread);
    } finally {
      isReading = false;
    }
  };

  const type = (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      read();
    } else if (event.key === "Backspace" && !box.value && rows().length) {
      event.preventDefault();
      focus(rows().at(-1));
    }
  };

  /* --- The form --- */

  const begin = () => {
    group = document.querySelector(".authors");
    list = group?.querySelector(".author-list");
    if (!list) return;
    words = group.dataset;
    box = group.querySelector("textarea");
    status = group.querySelector(".author-status");
    group.classList.add("is-live");
    group.querySelector(".add-row a").onclick = addBlank;
    [...list.children].forEach(equip);
    reach(rows()[0]);
    list.addEventListener("keydown", press);
    list.addEventListener("click", ({ target }) => target.matches(".author-remove") && remove(target.closest(".author")));
    list.addEventListener("pointerdown", drag);
    list.addEventListener("focusin", ({ target }) => target.matches("summary") && reach(target.closest(".author")));
    list.addEventListener("toggle", ({ target }) => target.open && draw(target.closest(".author")), true);
    list.addEventListener("input", ({ target }) => label(target.closest(".author")));
    list.addEventListener("change", ({ target }) => {
      if (target.matches?.("[name$=-position]")) move(target.closest(".author"), Number(target.value) - 1);
    });
    box.addEventListener("keydown", type);
    box.addEventListener("paste", () => setTimeout(read));
    const form = group.closest("form");
    form.addEventListener("form:restore", ({ detail }) => {
      const position = form.elements[detail.replace(/-\w+$/, "-position")];
      if (list.contains(position)) draw(position.closest(".author"));
    });
    form.addEventListener("submit", () => {
      if (isMoved || list.querySelector(".author:not(.has_original)")) number();
    });
  };

  document.addEventListener("DOMContentLoaded", begin);
})();
