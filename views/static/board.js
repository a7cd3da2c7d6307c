// The board of a match page. It helps to choose among the legal moves, which the
// page carries or the server lists; the server checks every move all the same.
// All listeners are on the document, so that a board that was fetched anew needs
// no setting up. Without this script each touch is an ordinary link.
(() => {
  "use strict";

  let turn = null; // the running turn, read from the page when first needed

  // current returns the turn that the viewer may enter, or null.
  function current() {
    const root = document.getElementById("match");
    if (!root || !root.hasAttribute("data-mine")) return null;
    if (!turn || turn.root !== root) {
      const choices = JSON.parse(document.getElementById("choices").textContent);
      const done = root.dataset.steps ? root.dataset.steps.split(",") : [];
      const flip = root.hasAttribute("data-flip") ? "flip=1" : "";
      turn = { root, ...choices, url: root.dataset.url, flip, done, asked: new Map(), shown: 0 };
    }
    return turn;
  }

  // query writes steps as the part of an address that names them.
  const query = (steps) => steps.map(encodeURIComponent).join(",");
  const address = (t, steps) => {
    const parts = [steps.length ? "do=" + query(steps) : "", t.flip].filter(Boolean).join("&");
    return t.url + (parts ? (t.url.includes("?") ? "&" : "?") + parts : "");
  };

  // after returns what may come after some steps, the move they spell, and what the
  // last of them changes on the page.
  async function after(t, steps) {
    if (t.tree) {
      let node = { next: t.tree };
      for (const step of steps) node = (node.next || []).find((c) => c.step === step) || {};
      return { next: (node.next || []).map((c) => c.step), move: node.move || "", show: node.show || {} };
    }
    const key = query(steps);
    if (!t.asked.has(key)) {
      const answer = await asked(`${t.ask || `${t.url}/steps?seq=${t.seq}`}&do=${key}${t.root.hasAttribute("data-turned") ? "&turned=1" : ""}`);
      if (!answer.ok) throw new Error(`steps: ${answer.status}`);
      t.asked.set(key, await answer.json());
    }
    return t.asked.get(key);
  }

  const unreached = Error();
  const asked = (url) => fetch(url, { headers: { Accept: "application/json" } }).catch(() => { throw unreached; });

  // instead follows the link of a step that cannot be shown. Without a network that would lose the page.
  function instead(error, href) {
    if (error !== unreached) return location.assign(href);
    announce(document.getElementById("task").textContent = "The site does not answer. Touch again.");
  }

  // touches says what each step does after those chosen so far, as the server says it
  // for a page without a script; spare are the choices without a place on the board.
  async function touches(t, done) {
    const all = await Promise.all(Array.from({ length: done.length + 1 }, (_, n) => after(t, done.slice(0, n))));
    const touch = new Map();
    for (let n = done.length; n >= 0; n--) {
      for (const step of all[n].next) {
        if (!touch.has(step)) touch.set(step, { kind: n === done.length ? "next" : "instead", then: [...done.slice(0, n), step] });
      }
    }
    done.forEach((step, i) => {
      const known = touch.get(step);
      if (known && known.kind === "next") return;
      touch.set(step, { kind: "back", then: done.slice(0, i === done.length - 1 ? i : i + 1) });
    });
    const spare = new Set([...all].reverse().flatMap(({ next }) => next.filter((step) => !spotOf(t, step))));
    const { move, next } = all[done.length];
    return { touch, spare, move, next, scene: all.map(({ show }) => show).reduce(change, begin(t)) };
  }

  // begin is the scene before the first step; change makes the next one of it.
  const begin = (t) => ({ words: "", walk: "", flight: "", aim: t.aim, task: t.task, hint: t.hint, kicks: t.kicks, notes: t.notes, used: t.used, pieces: t.pieces });

  function change(scene, { say = "", walk = "", flight = "", aim = scene.aim, task = scene.task, hint = scene.hint, kicks = scene.kicks, notes = scene.notes, used = scene.used, gone = [], put = [], come = [] }) {
    const pieces = [...scene.pieces, ...come];
    for (const { n, ...changes } of put) pieces[n] = { ...pieces[n], ...changes };
    for (const n of gone) pieces[n] = null;
    return { words: scene.words + say, walk: scene.walk + walk, flight: scene.flight + flight, aim, task, hint, kicks, notes, used, pieces };
  }

  const said = {
    next: ", may be touched",
    instead: ", may be touched instead",
    back: ", touch to go back",
  };

  // show brings the whole page in line with the steps chosen.
  async function show(t, done) {
    const turnOfShow = ++t.shown;
    const { touch, spare, move, next, scene } = await touches(t, done);
    if (turnOfShow !== t.shown) return; // another touch was faster
    t.done = done;
    t.root.dataset.steps = done.join(",");
    const pieces = scene.pieces.filter((piece) => piece);
    const board = t.root.querySelector(".stage .board");
    board.querySelector("g.pieces").replaceChildren(...pieces.map(draw));
    board.querySelector("g.ghosts").replaceChildren(...ghosts(t, scene).map(draw));
    board.querySelector("g.notes").replaceChildren(...scene.notes.map(write));
    board.querySelector("path.done").setAttribute("d", scene.walk);
    board.querySelector(".over > path.flight").setAttribute("d", scene.flight);
    board.querySelector("path.aim").setAttribute("d", scene.aim);
    board.classList.toggle("kicking", scene.kicks);
    for (const spot of t.root.querySelectorAll("a.spot")) {
      mark(t, pieces, spot, touch.get(spot.dataset.step), done.includes(spot.dataset.step));
    }
    offer(t, spare, touch, done);
    document.getElementById("task").textContent = scene.task;
    const words = scene.words || t.idle;
    document.getElementById("words").textContent = words;
    document.getElementById("hint").textContent = scene.hint;
    t.root.querySelectorAll(".bar .dice-of b").forEach((mark, die) => { mark.textContent = scene.used[die]; });
    able(document.getElementById("undo"), done.length > 0 && address(t, done.slice(0, -1)));
    const form = document.getElementById("confirm");
    form.elements.namedItem("move").value = move;
    form.querySelector("button").disabled = move === "";
    const keep = document.getElementById("keep");
    if (keep) keep.elements.namedItem("move").value = move;
    const more = next.length > 0 ? `${next.length} choices go on from here.` : "";
    announce(`${words}. ${move ? "Ready to confirm." : ""} ${more}`);
  }

  const spotOf = (t, step) => t.root.querySelector(`a.spot[data-step="${CSS.escape(step)}"]`);

  // able makes a link of what leads somewhere, and says of the rest that it does not.
  function able(link, href) {
    if (href) {
      link.setAttribute("href", href);
      link.removeAttribute("role");
      link.removeAttribute("aria-disabled");
    } else {
      link.removeAttribute("href");
      link.setAttribute("role", "link");
      link.setAttribute("aria-disabled", "true");
    }
  }

  // svg makes an element of a drawing.
  function svg(name, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  // draw makes a piece as the server does.
  function draw({ class: kind, shape, size, at, label }) {
    const symbol = svg("use", { href: `#kit-${shape}`, x: -50, y: -50, width: 100, height: 100 });
    const number = label ? [svg("text", { class: "num", dy: ".34em" }, label)] : [];
    return svg("g", { class: kind, transform: at }, svg("g", {}, svg("g", { transform: size }, symbol, ...number)));
  }

  // write makes a note on the board.
  function write({ at, text, x, width }) {
    return svg("g", { transform: at }, svg("rect", { x, y: -18, width, height: 36, rx: 18 }), svg("text", { dy: ".35em" }, text));
  }

  // ghosts are the figures that have been moved, where they stood.
  function ghosts(t, scene) {
    return t.pieces.flatMap((piece, n) => {
      const now = scene.pieces[n];
      return now && now.at !== piece.at && piece.shape !== "ball" ? [{ ...now, at: piece.at }] : [];
    });
  }

  // standing says what stands on a spot; "" of an area that nothing can stand on.
  function standing(pieces, step) {
    if (step.startsWith("=")) return "";
    return pieces.filter(({ cell }) => cell === step).map(({ name }) => name).join(", ") || "empty";
  }

  // occupied is the class of a spot on which something stands.
  function occupied(pieces, step) {
    const here = step.startsWith("=") ? [] : pieces.filter(({ cell }) => cell === step);
    if (here.length === 0) return "";
    return here.every(({ shape }) => shape === "ball") ? "ball" : "taken";
  }

  function mark(t, pieces, spot, touch, chosen) {
    const { name, step } = spot.dataset;
    const what = standing(pieces, step);
    spot.setAttribute("class", ["spot", occupied(pieces, step), chosen && "chosen", touch && touch.kind].filter(Boolean).join(" "));
    const label = (what ? `${name}, ${what}` : name) + (chosen ? ", chosen" : "");
    if (touch) {
      spot.setAttribute("href", address(t, touch.then));
      spot.removeAttribute("role");
    } else {
      spot.removeAttribute("href");
      spot.setAttribute("role", "img");
    }
    spot.setAttribute("aria-label", label + (touch ? said[touch.kind] : ""));
  }

  // offer shows the choices without a place on the board, and keeps the focus there.
  function offer(t, spare, touch, done) {
    const group = document.getElementById("spare");
    t.recalls ||= [...group.querySelectorAll("[data-recall]")];
    const focus = group.contains(document.activeElement) && document.activeElement.dataset.step;
    group.replaceChildren(...(done.length === 0 ? t.recalls : []), ...[...spare].map((step) => {
      const link = document.createElement("a");
      link.className = `button ${touch.get(step).kind}`;
      link.dataset.step = step;
      link.href = address(t, touch.get(step).then);
      if (done.includes(step)) link.setAttribute("aria-current", "true");
      link.textContent = step[1].toUpperCase() + step.slice(2);
      return link;
    }));
    const next = group.querySelector(".next");
    if (next) group.scrollLeft = 0;
    const again = focus && (next || [...group.children].find((link) => link.dataset.step === focus));
    if (again) again.focus({ preventScroll: true }); // which would take the board away
  }

  function middle(spot) {
    const dot = spot.querySelector("circle.dot");
    return [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))];
  }

  function announce(text) {
    const place = document.getElementById("said");
    if (place) place.textContent = text;
  }

  // choose goes on with a spot; if the server cannot be asked, the link is followed.
  // Of two quick touches the second waits until the first has been shown.
  function choose(t, spot) {
    t.touched = (t.touched || Promise.resolve()).then(async () => {
      try {
        const { touch } = await touches(t, t.done);
        const then = touch.get(spot.dataset.step);
        if (then) await show(t, then.then);
      } catch (error) {
        instead(error, spot.getAttribute("href"));
      }
    });
  }

  function undo(t) {
    show(t, t.done.slice(0, -1)).catch((error) => instead(error, address(t, t.done.slice(0, -1))));
  }

  document.addEventListener("click", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("#match a[data-step][href], #match a[data-recall], #match #undo[href]");
    const t = link && current();
    if (!t) return;
    event.preventDefault();
    if (link.id === "undo") undo(t);
    else if (link.dataset.recall) show(t, link.dataset.recall.split(",")).catch((error) => instead(error, link.href));
    else choose(t, link);
  });

  // focusNext moves the focus to the nearest spot that can be touched in a direction.
  function focusNext(from, dx, dy) {
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const spot of from.closest(".board").querySelectorAll("a.spot[href]")) {
      const [sx, sy] = middle(spot);
      const along = (sx - x) * dx + (sy - y) * dy;
      const across = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      const far = along + 2 * across;
      if (along > 0 && across <= 2 * along && far < least) [best, least] = [spot, far];
    }
    if (best) best.focus();
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const going = { ArrowLeft: "previous", ArrowRight: "next" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const t = current();
    if (event.key === "Escape" && t && t.done.length > 0) {
      event.preventDefault();
      undo(t);
      return;
    }
    if (!(event.key in arrows)) return;
    const spot = event.target.closest("a.spot");
    if (spot) {
      event.preventDefault();
      focusNext(spot, ...arrows[event.key]);
      return;
    }
    if (event.target.closest("input, select, textarea, button, summary, [tabindex='0']")) return;
    const link = event.key in going && document.querySelector(`[data-go=${going[event.key]}][href]`);
    if (link) link.click();
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id === "confirm" && event.target.elements.namedItem("move").value === "") event.preventDefault();
  });

  // arrive does what is to be done for a board that has just come onto the page.
  function arrive(root) {
    const list = root.querySelector(".plies");
    const now = list && list.querySelector("[aria-current]");
    if (now && root.hasAttribute("data-past")) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  const first = document.getElementById("match");
  if (!first) return;
  const place = first.parentElement;
  arrive(first);
  new MutationObserver(() => {
    const root = document.getElementById("match");
    if (!root || root === place.arrived) return;
    place.arrived = root;
    arrive(root);
    if (!root.classList.contains("replaying")) announce(root.dataset.say); // the replay says it at its end
  }).observe(place, { childList: true });
  place.arrived = first;
})();
