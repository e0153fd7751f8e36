// Buttons that copy what stands in the element they name. Without a clipboard it is selected.
for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  const label = button.textContent;
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  status.className = "visually-hidden";
  button.after(status);
  button.hidden = false;
  button.addEventListener("click", async () => {
    source.select?.();
    try {
      await navigator.clipboard.writeText(source.value ?? source.innerText);
    } catch {
      return;
    }
    button.textContent = status.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
      status.textContent = "";
    }, 2000);
  });
}
