// The board on which a position is set up: pieces are dragged from square to square, from beside
// the board and off it, with a mouse, a finger or a pen. Every touch is a link that works without
// this script; here the page is fetched and its section replaced, so that nothing jumps, and the
// way back in the browser takes a change back.
(() => {
  "use strict";

  const far = 6; // pixels that a pointer goes before it drags

  const section = () => document.querySelector("#shown[data-edit]");
  if (!section()) return;

  let drag = null; // what the pointer has taken hold of
  let dragged = false; // the click that ends a drag is none

  // where returns the place of the drawing under a pointer.
  function where(svg, { clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  }

  // pieceOn finds the topmost piece that is drawn on a spot.
  function pieceOn(svg, spot) {
    const { x, y, width, height } = spot.querySelector("rect.area").getBBox();
    return [...svg.querySelectorAll("g.pieces > g")].reverse().find((piece) => {
      const at = piece.transform.baseVal.getItem(0).matrix;
      return at.e > x && at.e < x + width && at.f > y && at.f < y + height;
    });
  }

  // lift takes the piece off its place, or a new one from beside the board.
  function lift() {
    const svg = section().querySelector(".tried-board .board");
    const layer = svg.querySelector("g.pieces");
    let piece = drag.from.dataset.pick ? null : pieceOn(svg, drag.from);
    if (!piece) {
      piece = drag.from.querySelector("g.piece").cloneNode(true);
      const size = Number(svg.dataset.unit) * 0.9 / 100;
      piece.firstElementChild.setAttribute("transform", `scale(${size})`);
    }
    layer.append(piece); // above all others
    piece.classList.add("held");
    section().classList.add("dragging");
    drag.svg = svg;
    drag.piece = piece;
  }

  // under finds the spot below a pointer that is not where the piece came from.
  function under({ clientX, clientY }) {
    const found = document.elementFromPoint(clientX, clientY);
    return found && found.closest("#shown[data-edit] a.spot");
  }

  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (!event.isPrimary || event.button !== 0 || !section()) return;
    const from = event.target.closest("#shown[data-edit] a.spot.taken, #shown[data-edit] a.spot.ball, #shown[data-edit] a.spare-piece");
    if (from) drag = { from, id: event.pointerId, x: event.clientX, y: event.clientY, piece: null, over: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.piece) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < far) return;
      lift();
    }
    const { x, y } = where(drag.svg, event);
    drag.piece.setAttribute("transform", `translate(${x} ${y})`);
    const over = under(event);
    if (over === drag.over) return;
    if (drag.over) drag.over.classList.remove("over");
    if (over) over.classList.add("over");
    drag.over = over;
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { from, piece } = drag;
    drag = null;
    if (!piece) return; // a touch: the link says what it does
    dragged = true;
    const pick = from.dataset.pick || from.dataset.step;
    const spot = under(event);
    const outside = !spot && !document.elementFromPoint(event.clientX, event.clientY)?.closest("#shown .board");
    const put = spot ? spot.dataset.step : outside && !from.dataset.pick ? "off" : "";
    if (put && put !== pick) go(`${section().dataset.edit.split("#")[0]}&pick=${encodeURIComponent(pick)}&put=${encodeURIComponent(put)}`);
    else go(location.href, false);
  });

  document.addEventListener("pointercancel", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const lifted = drag.piece;
    drag = null;
    if (lifted) go(location.href, false);
  });

  // A finger that has taken hold of a piece does not scroll: what touch-action says of parts of a
  // drawing counts nowhere.
  document.addEventListener("touchmove", (event) => {
    if (drag) event.preventDefault();
  }, { passive: false });

  // The browser would drag the link itself.
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#shown[data-edit]")) event.preventDefault();
  });

  // go fetches the editor at an address and shows it in the place of this one.
  async function go(address, keep = true) {
    const old = section();
    try {
      const answer = await fetch(address);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page.querySelector("#shown[data-edit]");
      if (!answer.ok || !next) throw new Error(`editor: ${answer.status}`);
      const focus = focused(old);
      old.replaceWith(next);
      if (focus) next.querySelector(focus)?.focus({ preventScroll: true });
      const typed = document.getElementById("position"), text = page.getElementById("position");
      if (typed && text) typed.value = text.value;
      if (keep) history.pushState(null, "", answer.url.split("#")[0]);
    } catch {
      location.assign(address);
    }
  }

  // focused names what has the focus, so that it has it again.
  function focused(root) {
    const here = document.activeElement;
    if (!root.contains(here)) return "";
    if (here.dataset.step) return `a.spot[data-step="${CSS.escape(here.dataset.step)}"]`;
    if (here.dataset.pick) return `a.spare-piece[data-pick="${CSS.escape(here.dataset.pick)}"]`;
    if (here.id) return `#${CSS.escape(here.id)}`;
    const row = here.closest(".choice-row");
    return row ? `.choice-row[aria-label="${CSS.escape(row.getAttribute("aria-label"))}"] [aria-current]` : "";
  }

  document.addEventListener("click", (event) => {
    if (dragged) {
      dragged = false;
      event.preventDefault();
      return;
    }
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("#shown[data-edit] a[href*='edit=1']");
    if (!link) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("#shown[data-edit] .editor-form select")) event.target.form.requestSubmit();
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#shown[data-edit] .editor-form")) return;
    event.preventDefault();
    go(`/try?${new URLSearchParams(new FormData(event.target))}`);
  });

  document.addEventListener("keydown", (event) => {
    const picked = section()?.querySelector(".chosen[href]");
    if (event.key !== "Escape" || !picked) return;
    event.preventDefault();
    go(picked.getAttribute("href"));
  });

  addEventListener("popstate", () => (section() ? go(location.href, false) : location.reload()));
})();
