/* Ctrl+K, and the button that is a link without this: a box over the pages, actions and rows that
   the account may open. The list is the one of the search page. */
"use strict";
(() => {
  const DELAY = 150;
  const dialog = document.getElementById("palette");
  if (!dialog) return;
  const box = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const status = dialog.querySelector("[role=status]");
  let timer;
  let latest = 0;

  const line = ({ label, kind, url }) => {
    const made = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: url, textContent: label });
    made.append(link, " ", Object.assign(document.createElement("span"), { textContent: kind }));
    return made;
  };

  const ask = async () => {
    const mine = ++latest;
    let found;
    try {
      const query = new URLSearchParams({ q: box.value });
      const answer = await fetch(`${dialog.dataset.url}?${query}`, { redirect: "error" });
      if (!answer.ok) throw new Error(answer.status);
      found = await answer.json();
    } catch {
      if (mine === latest) status.textContent = dialog.dataset.failed;
      return;
    }
    if (mine !== latest) return;
    list.replaceChildren(...found.map(line));
    list.scrollTop = 0;
    status.textContent = found.length ? "" : dialog.dataset.none;
  };

  const open = () => {
    if (!dialog.open) dialog.showModal();
    box.select();
    ask();
  };

  const links = () => [...list.querySelectorAll("a")];

  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [box, ...links()];
    stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
  });
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, DELAY);
  });
  // Where nothing is found, or the site does not answer, to the page of the same.
  box.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    await ask();
    const [first] = links();
    if (first) first.click();
    else box.form.submit();
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.querySelectorAll("[data-palette]").forEach((button) =>
    button.addEventListener("click", (event) => {
      event.preventDefault();
      open();
    }),
  );
  // In a text with marks, Ctrl+K makes a link.
  document.addEventListener("keydown", (event) => {
    const isOurs = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!isOurs || event.shiftKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest(".markdownx")) return;
    event.preventDefault();
    open();
  });
})();
