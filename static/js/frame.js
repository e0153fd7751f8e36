/* What every page does. Light or dark: as the device says, until the switch in the header says
   otherwise. Runs before anything is painted; what is chosen stays in localStorage. */
"use strict";

(() => {
  const root = document.documentElement;
  const device = matchMedia("(prefers-color-scheme: dark)");
  const frames = [...document.querySelectorAll('meta[name="theme-color"]')];
  const papers = frames.map((meta) => meta.content);
  let chosen = null;

  const remembered = () => {
    try {
      return localStorage.getItem("scheme");
    } catch {
      return null; // storage is switched off: the choice lasts for this page
    }
  };

  const remember = () => {
    try {
      if (chosen) localStorage.setItem("scheme", chosen);
      else localStorage.removeItem("scheme");
    } catch {}
  };

  const isDark = () => (chosen ? chosen === "dark" : device.matches);

  const show = () => {
    if (chosen) root.dataset.scheme = chosen;
    else delete root.dataset.scheme;
    frames.forEach((meta, dark) => {
      meta.content = papers[chosen ? Number(isDark()) : dark];
    });
    document.querySelector(".scheme-switch")?.setAttribute("aria-pressed", isDark());
  };

  const adopt = (word) => {
    chosen = word === "light" || word === "dark" ? word : null;
    show();
  };

  root.dataset.script = "";
  adopt(remembered());
  device.addEventListener("change", show);
  addEventListener("storage", ({ key, newValue }) => key === "scheme" && adopt(newValue));

  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.querySelector(".scheme-switch")?.addEventListener("click", () => {
      const wanted = isDark() ? "light" : "dark";
      // What the device says anyway needs no memory: it is followed again.
      adopt((wanted === "dark") === device.matches ? null : wanted);
      remember();
    });
  });
})();

/* The search opens over the page: by its link, by / and by Ctrl-K. What it needs comes then. */
(() => {
  const open = async (event, link) => {
    event.preventDefault();
    try {
      await (await import(new URL(link.dataset.script, document.baseURI))).open(link);
    } catch {
      location.assign(link.href);
    }
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".search-link");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) open(event, link);
  });

  document.addEventListener("keydown", (event) => {
    const link = document.querySelector(".search-link");
    const isTyping = event.target.closest("input, textarea, select");
    const isK = event.key === "k" && (event.ctrlKey || event.metaKey);
    if (link && (isK || (event.key === "/" && !isTyping))) open(event, link);
  });
})();
