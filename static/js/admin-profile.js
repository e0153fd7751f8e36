/* Beside the box of links: which service each address leads to. The server reads them in any case. */
"use strict";
(() => {
  const ADDRESS = /(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:\/\S*)?/i;

  const recognise = (line, services) => {
    const host = line.match(ADDRESS)?.[1].toLowerCase();
    if (!host) return "";
    const known = Object.keys(services).find((name) => host === name || host.endsWith(`.${name}`) || host.startsWith(`${name}.`));
    return services[known] ?? host;
  };

  const show = (box) => {
    const services = JSON.parse(box.dataset.services);
    const names = box.value.split("\n").map((line) => recognise(line, services));
    const items = names.filter(Boolean).map((name) => Object.assign(document.createElement("li"), { textContent: name }));
    let list = box.parentElement.querySelector(".recognised");
    if (!list) {
      list = Object.assign(document.createElement("ul"), { className: "recognised" });
      list.setAttribute("aria-live", "polite");
      box.after(list);
    }
    list.replaceChildren(...items);
  };

  document.addEventListener("input", ({ target }) => target.matches("[data-services]") && show(target));
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-services]").forEach(show));
})();
