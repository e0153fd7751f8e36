/* The button that opens the browser's own print dialog, which saves as PDF, too. */
"use strict";

document.querySelector(".print")?.addEventListener("click", () => print());
