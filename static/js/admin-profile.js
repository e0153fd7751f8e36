/* Beside the box of links: which service each address leads to. The server reads them in any case. */
"use strict";
(() => {
  const ADDRESS = /(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:\/\S*)?/gi;

  const recognise = (host, services) => {
    const known = Object.keys(services).find((name) => host === name || host.endsWith(`.${name}`) || host.startsWith(`${name}.`));
    return services[known] ?? host;
  };

  const show = (box) => {
    const services = JSON.parse(box.dataset.services);
    const names = [...box.value.matchAll(ADDRESS)].map(([, host]) => recognise(host.toLowerCase(), services));
    const items = names.map((name) => Object.assign(document.createElement("li"), { textContent: name }));
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
