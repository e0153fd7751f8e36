/* An import's forms: asks first whether one is still signed in, shows how far the server is, and
   counts the ticks. Without this script the forms work as they are. */
"use strict";
(() => {
  const PAUSE = 700;
  // Beyond this the server answers with an error page, and the text would be lost.
  const MOST = 11e6;

  const ask = async (url, options = {}) => {
    const answer = await fetch(url, { credentials: "same-origin", redirect: "manual", ...options });
    return answer.ok ? answer.json() : null;
  };

  // --- Waiting ---

  const say = (waiting, text) => {
    waiting.hidden = false;
    waiting.querySelector(".waiting-text").textContent = text;
  };

  const show = (waiting, { stage, done, total }) => {
    const bar = waiting.querySelector("progress");
    const text = waiting.dataset[stage] || waiting.dataset.reading;
    const far = total ? `${done} / ${total}` : done || "";
    say(waiting, text.replace("%s", far));
    if (total) Object.assign(bar, { max: total, value: done });
    else bar.removeAttribute("value");
  };

  const stop = (form, timer, text = "") => {
    clearInterval(timer);
    const waiting = form.querySelector(".waiting");
    for (const one of waiting.querySelectorAll("progress, button")) one.hidden = true;
    say(waiting, text);
    waiting.hidden = !text;
    enable(form, true);
  };

  const enable = (form, on) => {
    for (const button of form.querySelectorAll("[type=submit]")) button.disabled = !on;
  };

  // `form.submit()` leaves out which button was pressed, and where that leads.
  const remember = (form, button) => {
    form.querySelector("[data-pressed]")?.remove();
    form.dataset.action ??= form.getAttribute("action") ?? "";
    form.action = button?.getAttribute("formaction") ?? form.dataset.action;
    if (!button || !button.name) return;
    const pressed = document.createElement("input");
    Object.assign(pressed, { type: "hidden", name: button.name, value: button.value });
    pressed.dataset.pressed = "";
    form.append(pressed);
  };

  const send = async (form) => {
    const waiting = form.querySelector(".waiting");
    const url = form.dataset.progress;
    const text = form.elements.text ? form.elements.text.value : "";
    if (new Blob([text]).size > MOST) return stop(form, 0, waiting.dataset.tooLarge);
    let state;
    try {
      state = await ask(url);
    } catch {
      return stop(form, 0, waiting.dataset.offline);
    }
    if (!state) return stop(form, 0, waiting.dataset.signedOut);
    form.elements.csrfmiddlewaretoken.value = state.csrf;
    for (const one of waiting.querySelectorAll("progress, button")) one.hidden = false;
    show(waiting, {});
    // Between two parts of the work nobody hears it, so Cancel is said again until the page goes.
    let options;
    const timer = setInterval(() => {
      ask(url, options).then((now) => now && now.stage && !options && show(waiting, now), () => {});
    }, PAUSE);
    waiting.querySelector("button").onclick = () => {
      options = { method: "POST", headers: { "X-CSRFToken": state.csrf } };
      say(waiting, waiting.dataset.cancelling);
    };
    window.addEventListener("pageshow", () => stop(form, timer), { once: true });
    form.submit();
  };

  for (const form of document.querySelectorAll("form[data-progress]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      remember(form, event.submitter);
      enable(form, false);
      send(form);
    });
  }

  // --- Ticks ---

  const count = () => {
    const button = document.querySelector("[data-many]");
    if (!button) return;
    // The button says it, as of this moment.
    for (const text of document.querySelectorAll(".ticked")) text.hidden = true;
    const boxes = [...document.querySelectorAll(".group:not(#unchanged) [name=entry]")];
    const elsewhere = Number(button.dataset.elsewhere);
    const ticked = boxes.filter((box) => box.checked).length + elsewhere;
    button.disabled = boxes.length > 0 && ticked === 0;
    button.value = ticked === 1 ? button.dataset.one : button.dataset.many.replace("%s", ticked);
  };

  for (const ticks of document.querySelectorAll(".ticks")) {
    ticks.hidden = false;
    ticks.addEventListener("click", (event) => {
      const { tick } = event.target.dataset;
      if (!tick) return;
      for (const box of ticks.closest(".group").querySelectorAll("[name=entry]")) box.checked = tick === "all";
      count();
    });
  }
  document.addEventListener("change", count);
  count();
})();
