/* A form is sent once its account is known to be signed in still. Else it stays as it is, chosen
   files and all, until that account has signed in again in another tab. */
"use strict";
(() => {
  const words = () => document.getElementById("editing")?.dataset;

  /* "in", "out" (or as somebody else), "unreachable". Who signed in anew has a new token: every form
     of the page gets it. */
  const signedIn = async () => {
    try {
      const answer = await fetch(words().signedInUrl, { redirect: "manual", cache: "no-store" });
      if (!answer.ok) return answer.type === "opaqueredirect" ? "out" : "unreachable";
      const { account, token } = await answer.json();
      if (account !== words().account) return "out";
      document.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((box) => (box.value = token));
      return "in";
    } catch {
      return "unreachable";
    }
  };
  window.signedIn = signedIn;

  const bar = Object.assign(document.createElement("div"), { className: "typed-before" });
  bar.setAttribute("role", "alert");

  const say = (form, state, submitter) => {
    bar.textContent = state === "out" ? words().signedOut : words().unreachable;
    if (state === "out") {
      const link = { href: words().signInUrl, target: "_blank", textContent: words().signIn };
      bar.append(" ", Object.assign(document.createElement("a"), link));
    }
    (submitter?.closest(".submit-row") || form).prepend(bar); // which stays in sight
  };

  /* Before all else that listens: for the rest, a form that stays was never sent. */
  let isAsking = false;
  let isKnown = false;
  const ask = async (event) => {
    const { target: form, submitter } = event;
    if (isKnown || !words() || !form.matches(".change-form #content-main > form[method=post]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAsking) return;
    isAsking = true;
    const state = await signedIn();
    isAsking = false;
    if (state !== "in") return say(form, state, submitter);
    bar.remove();
    isKnown = true;
    form.requestSubmit(submitter);
    isKnown = false;
  };
  document.addEventListener("submit", ask, true);
})();
