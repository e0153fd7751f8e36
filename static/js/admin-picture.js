/* A chosen picture is shown beside its box, cropped as one likes, and made as small as the server keeps
   it before it is sent: a phone's 48 megapixels are no mistake. The ring in it is dragged to the focus,
   where the form has boxes for that. Pictures that go into a text are made as small, too. Without this script
   the file goes as it is, and the server says its limits. */
"use strict";
(() => {
  // As uploads/images.py: pixels of the longer side that are kept, and bytes that are taken.
  const MOST_SIDE = 2000;
  const MOST_BYTES = 10 * 1024 * 1024;
  const PREVIEW = 288;
  // Of each panel: {picture, file}; the picture knows its width and height.
  const chosen = new WeakMap();
  // Of each form: what has to be ready before it is sent.
  const making = new WeakMap();

  const panelOf = (box) => box.parentElement.querySelector(".picture");
  const boxOf = (panel) => panel.parentElement.querySelector("[type=file]");
  const focusOf = (panel) =>
    ["x", "y"].map((axis) => panel.closest("form").querySelector(`[data-focus="${axis}"]`));

  /* The part that stays, in pixels of the picture. */
  const part = (panel, { width, height }) => {
    const edges = [...panel.querySelectorAll("[data-edge]")].map((box) => [box.dataset.edge, box.value / 100]);
    const { left, right, top, bottom } = Object.fromEntries(edges);
    return [left * width, top * height, (1 - left - right) * width, (1 - top - bottom) * height];
  };

  const paint = (canvas, picture, [x, y, width, height], longest) => {
    const scale = Math.min(1, longest / Math.max(width, height));
    Object.assign(canvas, { width: Math.max(1, width * scale), height: Math.max(1, height * scale) });
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
    return context;
  };

  const show = (panel) => {
    const canvas = panel.querySelector("canvas");
    const { picture } = chosen.get(panel);
    const context = paint(canvas, picture, part(panel, picture), PREVIEW);
    const [x, y] = focusOf(panel);
    if (!x || !y) return;
    for (const [colour, width] of [["#000", 5], ["#fff", 2]]) {
      context.beginPath();
      context.arc((x.value / 100) * canvas.width, (y.value / 100) * canvas.height, 12, 0, 2 * Math.PI);
      Object.assign(context, { strokeStyle: colour, lineWidth: width });
      context.stroke();
    }
  };

  const put = (box, file) => {
    const files = new DataTransfer();
    files.items.add(file);
    box.files = files.files;
  };

  const isSmall = ({ width, height }, { size }) => Math.max(width, height) <= MOST_SIDE && size <= MOST_BYTES;

  const encode = async (picture, edges, file) => {
    const canvas = document.createElement("canvas");
    paint(canvas, picture, edges, MOST_SIDE);
    const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
    const blob = await new Promise((done) => canvas.toBlob(done, type, 0.92));
    return { canvas, smaller: blob && new File([blob], file.name, { type: blob.type }) };
  };

  /* For admin-markdown.js: the file itself where it may stay so, or is no picture the browser reads. */
  window.shrinkPicture = async (file) => {
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture || isSmall(picture, file)) return file;
    const { smaller } = await encode(picture, [0, 0, picture.width, picture.height], file);
    return smaller ?? file;
  };

  /* What is sent: the file as it was chosen, where it may stay so. */
  const make = async (panel) => {
    const { picture, file } = chosen.get(panel);
    const isWhole = [...panel.querySelectorAll("[data-edge]")].every((box) => box.value === "0");
    const size = panel.querySelector(".picture-size");
    if (isWhole && isSmall(picture, file)) {
      put(boxOf(panel), file);
      size.textContent = `${picture.width} × ${picture.height}`;
      return;
    }
    const { canvas, smaller } = await encode(picture, part(panel, picture), file);
    // Another was chosen, or a handle moved on, meanwhile.
    if (!smaller || chosen.get(panel)?.file !== file) return;
    put(boxOf(panel), smaller);
    size.textContent = `${picture.width} × ${picture.height} → ${canvas.width} × ${canvas.height}`;
  };

  const awaitBySending = (form, work) => {
    making.set(form, work);
    work.finally(() => making.get(form) === work && making.delete(form));
  };

  const remake = (panel) => {
    const { form } = boxOf(panel);
    awaitBySending(form, Promise.resolve(making.get(form)).then(() => make(panel)));
  };

  const take = async (box, panel) => {
    const [file] = box.files;
    chosen.delete(panel);
    panel.hidden = true;
    if (!file) return;
    let picture;
    try {
      picture = await createImageBitmap(file);
    } catch {
      return; // no picture that the browser reads: the server says what is wrong
    }
    if (box.files[0] !== file) return;
    chosen.set(panel, { picture, file });
    for (const edge of panel.querySelectorAll("[data-edge]")) edge.value = 0;
    panel.querySelector("details").hidden = false;
    panel.hidden = false;
    show(panel);
    remake(panel);
  };

  /* Of a stored picture only the focus is to choose. */
  const showStored = (panel) => {
    const picture = panel.parentElement.querySelector("img.thumbnail");
    if (!picture || !focusOf(panel)[0]) return;
    picture.loading = "eager";
    const ready = () => {
      if (chosen.has(panel)) return;
      chosen.set(panel, { picture: Object.assign(new Image(), { src: picture.src }), file: null });
      const { picture: whole } = chosen.get(panel);
      whole.decode().then(() => {
        panel.querySelector("details").hidden = true;
        panel.hidden = false;
        show(panel);
      }, () => chosen.delete(panel));
    };
    if (picture.complete) ready();
    else picture.addEventListener("load", ready);
  };

  document.addEventListener("change", ({ target }) => {
    const panel = target.matches?.("[type=file]") && panelOf(target);
    if (panel) awaitBySending(target.form, take(target, panel));
    else if (target.matches?.("[data-edge]")) remake(target.closest(".picture"));
  });
  document.addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-edge]")) show(target.closest(".picture"));
    if (target.matches?.("[data-focus]"))
      for (const panel of target.closest("fieldset, form").querySelectorAll(".picture")) if (chosen.has(panel)) show(panel);
  });
  const aim = ({ target, offsetX, offsetY }) => {
    const panel = target.matches?.(".picture canvas") && target.closest(".picture");
    const [x, y] = panel ? focusOf(panel) : [];
    if (!x || !y) return;
    const percent = (at, side) => Math.min(10, Math.max(0, Math.round((at / side) * 10))) * 10;
    x.value = percent(offsetX, target.clientWidth);
    y.value = percent(offsetY, target.clientHeight);
    for (const box of [x, y]) box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  document.addEventListener("click", aim);
  document.addEventListener("pointerdown", ({ target, pointerId }) => {
    if (target.matches?.(".picture canvas")) target.setPointerCapture(pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (event.target.hasPointerCapture?.(event.pointerId)) aim(event);
  });
  /* Sent while it is made: once it is made. */
  document.addEventListener("submit", (event) => {
    const work = making.get(event.target);
    if (!work) return;
    event.preventDefault();
    const { submitter } = event;
    work.finally(() => setTimeout(() => event.target.requestSubmit(submitter)));
  });
  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".picture").forEach(showStored));
})();
