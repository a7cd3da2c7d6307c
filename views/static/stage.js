// The player of a match page, and of the examples of the rules: it shows beat by beat what has happened since the reader looked
// last, on the board that is there, and says the same. The server tells the beats; nothing is
// guessed here. It draws into a layer of its own, so that the board below is as it was when it
// is done, and a board that the stream brings meanwhile only adds to the queue.
(() => {
  "use strict";

  const legPause = 120, cellTime = 90, shortLeg = 240; // as engine/beat.go counts a flight
  const speeds = [0.5, 1, 2, Infinity];
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const SVG = "http://www.w3.org/2000/svg";

  let show = null; // what is being played: beats, and where it is

  const page = () => document.getElementById("match");
  const stored = (key, otherwise) => localStorage.getItem(key) ?? otherwise;

  // moveOf names the move that a beat belongs to; before the first there are throws.
  const moveOf = (beat) => beat.move ? `Move ${beat.move}` : "Before the kick-off";

  // element makes one; children are texts and elements.
  function element(name, attributes, ...children) {
    const made = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== false) made.setAttribute(key, value === true ? "" : value);
    made.append(...children);
    return made;
  }

  // told reads what a page tells, or null.
  function told(root) {
    const script = root && root.querySelector("script[id$=beats]");
    return script && JSON.parse(script.textContent);
  }

  const keyOf = (piece, side, number) => (piece === "ball" ? "ball" : piece === "marker" ? `marker ${number}` : `${side} ${number}`);

  // after returns a frame, a map of pieces by their keys, once a beat has happened.
  function after(frame, beat) {
    const next = new Map(frame);
    if (beat.path && beat.path.length > 0) {
      const key = keyOf(beat.piece, beat.side, beat.number);
      const was = next.get(key) || { piece: beat.piece, side: beat.side, number: beat.number };
      next.set(key, { ...was, at: beat.path[beat.path.length - 1] });
    }
    for (const { piece, side, number, to } of beat.shifts || []) {
      const key = keyOf(piece, side, number);
      if (to) next.set(key, { piece, side, number, at: to });
      else next.delete(key);
    }
    return next;
  }

  // framesOf lays the beats of events in a row, each with the frame before it.
  function framesOf(pieces, events) {
    let frame = new Map(pieces.map((p) => [keyOf(p.piece, p.side, p.number), p]));
    const beats = [];
    for (const event of events) {
      event.beats.forEach((beat, i) => {
        beats.push({ ...beat, seq: event.seq, move: event.move, first: i === 0, frame });
        frame = after(frame, beat);
      });
    }
    return { beats, frame };
  }

  // A Stage plays beats on whatever board the page has.
  class Stage {
    constructor(data, events) {
      this.data = data;
      this.take(data.pieces, events);
      this.at = 0;
      this.speed = Number(stored("replay speed", 1)) || Infinity;
      this.running = false;
      this.turn = 0; // grows with each jump, so that an older one knows that it is over
    }

    take(pieces, events) {
      const { beats, frame } = framesOf(pieces, events);
      this.events = events;
      this.beats = beats;
      this.end = frame;
      this.last = events.length ? events[events.length - 1].seq : 0;
    }

    // join adds what the stream has brought. What comes after a gap is told from its own beginning: the reader has
    // played on another device meanwhile, and nobody tells what led there.
    join(data) {
      if (data.events[0].seq > this.last + 1) {
        this.data = data;
        this.at = 0;
        this.take(data.pieces, data.events);
        return;
      }
      const news = data.events.filter((e) => e.seq > this.last);
      this.data = { ...data, pieces: this.data.pieces };
      this.take(this.data.pieces, [...this.events, ...news]);
    }

    // open puts the player onto the page.
    open(root) {
      this.root = root;
      this.board = root.querySelector(".stage .board, .example-board .board, .lesson-board .board");
      this.unit = Number(this.board.dataset.unit || 100);
      this.turned = this.board.hasAttribute("data-turned");
      root.classList.add("replaying");
      this.board.parentElement.inert = true;
      this.layer = element("svg:g", { class: "replay", "aria-hidden": "true" });
      this.board.append(this.layer);
      this.caption = element("div", { class: "say caption" });
      root.querySelector(".turn, .stage-words").prepend(this.caption);
      this.flip();
      this.bar();
      if (root !== page()) this.board.scrollIntoView({ block: "nearest", behavior: still() ? "instant" : "smooth" });
      this.score = root.querySelector(".score b") || root.querySelector(".score");
      this.scoreText = this.score ? this.score.lastChild : document.createTextNode(""); // an example has none
      this.scoreWas = this.scoreText.textContent;
      this.draw();
    }

    // flip puts the way to the other side of the board beside the words, where the page has one.
    flip() {
      const way = this.root.querySelector("[data-flip-board]");
      this.flipping = way ? element("a", { class: "iconic", href: way.href, "data-flip-board": true, "aria-label": "Flip the board" }, way.querySelector("svg").cloneNode(true)) : "";
      this.caption.after(this.flipping);
    }

    // bar makes the controls.
    bar() {
      const button = (name, label, path) => element("button", { type: "button", class: "iconic", "data-play": name, "aria-label": label, title: label },
        element("svg:svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, element("svg:path", { d: path })));
      this.dice = element("span", { class: "dice" });
      this.scrub = element("input", { type: "range", min: 0, max: Math.max(0, this.beats.length - 1), value: 0, class: "scrub", "data-play": "scrub", "aria-label": "Where the replay is" });
      this.pace = element("button", { type: "button", class: "pace", "data-play": "pace" });
      this.controls = element("div", { class: "player", role: "group", "aria-label": "Replay" },
        this.dice,
        element("div", { class: "player-controls" }, this.scrub,
          button("previous", "Previous beat", "M16 5l-9 7 9 7zM6 5v14"),
          (this.pause = button("pause", "Pause", "M8 5v14M16 5v14")),
          button("next", "Next beat", "M8 5l9 7-9 7zM18 5v14"), this.pace),
        element("button", { type: "button", class: "button main", "data-play": "skip" }, this.root.hasAttribute("data-mine") ? "My turn" : this.root.hasAttribute("data-watched") ? "Live" : this.root !== page() || this.root.hasAttribute("data-past") ? "End" : "Now"));
      this.root.querySelector(".bar, .stage-bar").append(this.controls);
      this.label();
    }

    label() {
      this.pace.textContent = this.speed === Infinity ? "At once" : `${this.speed}×`.replace("0.5", "½");
      this.pace.setAttribute("aria-label", `Speed: ${this.speed === Infinity ? "at once" : this.speed}`);
      const name = this.running ? "Pause" : "Play";
      this.pause.setAttribute("aria-label", name);
      this.pause.title = name;
      this.pause.querySelector("path").setAttribute("d", this.running ? "M8 5v14M16 5v14" : "M7 5l12 7-12 7z");
    }

    // close takes the player off the page again.
    close() {
      this.turn++;
      this.running = false;
      if (!this.root) return;
      this.root.classList.remove("replaying");
      this.board.parentElement.inert = false;
      for (const made of [this.layer, this.caption, this.controls, this.flipping]) if (made) made.remove();
      this.scoreText.textContent = this.scoreWas;
    }

    // place writes where a place of the board lies on the drawing.
    place([x, y]) {
      const [w, h] = this.data.board;
      const units = (cells) => Math.round(cells * this.unit * 10) / 10; // to a tenth, as the server draws
      return this.turned ? [units(w - x), units(h - y)] : [units(x), units(y)];
    }

    // draw shows the frame before the beat at hand.
    draw() {
      const beat = this.beats[this.at];
      this.pieces = new Map();
      this.layer.replaceChildren(element("svg:g", { class: "marks" }), element("svg:g", { class: "pieces" }));
      for (const [key, piece] of beat ? beat.frame : this.end) this.put(key, piece);
    }

    // put draws a piece where it stands.
    put(key, { piece, side, number, at }) {
      const look = this.data.looks[`${piece} ${side}`.trim()];
      const inner = element("svg:g", { transform: look.size }, element("svg:use", { href: `#kit-${look.shape}`, x: -50, y: -50, width: 100, height: 100 }));
      if (number) inner.append(element("svg:text", { class: "num", dy: ".34em" }, number));
      const moving = element("svg:g", {}, inner);
      const group = element("svg:g", { class: look.class + (number && number.length > 1 ? " two" : ""), transform: `translate(${this.place(at).join(" ")})`, "data-piece": piece, "data-side": side || "", "data-number": number || "" }, moving);
      const old = this.pieces.get(key);
      if (old) old.remove();
      this.pieces.set(key, group);
      const list = this.layer.querySelector("g.pieces");
      if (piece === "ball") list.append(group);
      else list.insertBefore(group, list.querySelector("[data-piece=ball]"));
    }

    mark(name, attributes) {
      this.layer.querySelector("g.marks").append(element(`svg:${name}`, attributes));
    }

    // actor is where the piece stands that acts.
    actor(beat) {
      const key = beat.piece === "marker" ? `marker ${beat.number}` : `${beat.side} ${beat.number}`;
      const piece = beat.frame.get(key);
      return piece && this.place(piece.at);
    }

    // go plays one beat and returns when it is over.
    async go(beat) {
      const turn = this.turn;
      this.tell(beat);
      const ms = still() || this.speed === Infinity ? 0 : beat.ms / this.speed;
      if (beat.first && beat.kind !== "draw") this.layer.querySelector("g.marks").replaceChildren();
      const motion = this.motion(beat, ms);
      sound(beat.kind, motion, this.speed);
      if (ms > 0) await new Promise((over) => setTimeout(over, ms));
      return turn === this.turn;
    }

    // tell brings words, dice and score in line with a beat.
    tell(beat) {
      if (beat.faces) this.dice.replaceChildren(...beat.faces.map((face) => this.die(face, beat)));
      this.scoreText.textContent = beat.score.join("–");
      this.write(beat);
      if (beat.say && !this.again) announce(beat.say);
      this.scrub.value = this.at;
      this.scrub.setAttribute("aria-valuetext", `${moveOf(beat)}, ${beat.kind}, ${this.at + 1} of ${this.beats.length}`);
    }

    // write puts the words of a beat beside the board.
    write(beat) {
      if (beat.kind === "goal") {
        const [goal, ...rest] = beat.say.split(/(?<=\.)\s/);
        this.caption.replaceChildren(element("div", { class: `shout ${this.data.kits[beat.side]}` },
          element("h2", {}, "Goal"), element("p", { class: "task" }, goal.replace(/^Goal for /, ""), element("br", {}), rest.join(" "))));
      } else if (beat.say) {
        this.caption.replaceChildren(element("h2", {}, `${moveOf(beat)}. `), beat.say);
      } else if (!this.caption.firstChild) {
        this.caption.replaceChildren(element("h2", {}, `${moveOf(beat)}.`)); // nothing has been said yet
      }
    }

    die(face, beat) {
      const sample = this.root.querySelector("template");
      const die = sample && sample.content.querySelector(`[data-face="${face}"]`);
      const made = die ? die.cloneNode(true) : element("b", {}, face);
      if (!still() && this.speed !== Infinity && made.animate && beat.kind === "throw") {
        made.animate([{ transform: "translate(40px, -24px) rotate(-400deg)" }, { transform: "rotate(12deg)", offset: 0.7 }, { transform: "none" }], { duration: beat.ms / this.speed, easing: "ease-out" });
      }
      return made;
    }

    // motion draws what a beat changes, and lets it move for so long.
    motion(beat, ms) {
      const next = after(beat.frame, beat);
      const path = (beat.path || []).map((at) => this.place(at));
      const line = path.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");
      const at = this.actor(beat);
      const halo = () => at && this.mark("circle", { class: "halo", cx: at[0], cy: at[1], r: this.unit * 0.5 });
      switch (beat.kind) {
        case "think":
        case "draw":
          halo();
          break;
        case "touch":
          halo();
          if (at) this.mark("circle", { class: "halo kick", cx: at[0], cy: at[1], r: this.unit * 0.32 });
          break;
        case "run":
          this.mark("path", { class: "walk", d: line });
          for (const [x, y] of path.slice(0, -1)) this.mark("circle", { class: "foot", cx: x, cy: y, r: this.unit * 0.09 });
          break;
        case "flight":
          this.mark("path", { class: "flight", d: line });
          break;
        case "interception":
          halo();
          break;
        case "goal":
          this.burst(beat, ms);
          break;
      }
      for (const [key, piece] of next) {
        const was = beat.frame.get(key);
        if (was && was.at[0] === piece.at[0] && was.at[1] === piece.at[1] && this.pieces.has(key)) continue;
        this.put(key, piece);
        const moving = this.pieces.get(key).firstChild;
        if (ms === 0) continue;
        if (was) this.slide(moving, key === keyOf(beat.piece, beat.side, beat.number) && path.length > 1 ? path : [this.place(was.at), this.place(piece.at)], beat, ms);
        else moving.animate([{ opacity: 0, transform: "scale(1.6)" }, { opacity: 1, transform: "none" }], { duration: ms, easing: "ease-out" });
      }
      for (const [key, group] of [...this.pieces]) {
        if (next.has(key)) continue;
        group.remove();
        this.pieces.delete(key);
      }
      return path.length;
    }

    // slide moves a piece along places to where it is drawn already.
    slide(moving, path, beat, ms) {
      const [ex, ey] = path[path.length - 1];
      const frames = [];
      const put = ([x, y], offset, grown = 1) => frames.push({ transform: `translate(${x - ex}px, ${y - ey}px) scale(${grown})`, offset });
      if (beat.kind !== "flight") {
        path.forEach((at, i) => put(at, i / (path.length - 1)));
      } else {
        const legs = path.slice(1).map((at, i) => Math.max(shortLeg, cellTime * Math.round(Math.max(Math.abs(at[0] - path[i][0]), Math.abs(at[1] - path[i][1])) / this.unit)));
        const total = legs.reduce((sum, leg) => sum + leg, legPause * (legs.length - 1));
        let time = 0;
        legs.forEach((leg, i) => {
          const [a, b] = [path[i], path[i + 1]];
          put(a, time / total);
          put([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], (time + leg / 2) / total, 1.15);
          put(b, Math.min(1, (time + leg) / total));
          time += leg + legPause;
        });
      }
      moving.animate(frames, { duration: ms, easing: "linear" });
    }

    // burst is chalk round a ball in the net.
    burst(beat, ms) {
      const ball = beat.frame.get("ball") || beat.frame.get(`marker ${beat.number}`);
      if (!ball) return;
      const [x, y] = this.place(ball.at), u = this.unit;
      const rays = [-150, -110, -70, -30, 30, 70, 110, 150].map((degrees) => {
        const [c, s] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
        return `M${x + c * u * 0.5} ${y + s * u * 0.5}L${x + c * u * 0.85} ${y + s * u * 0.85}`;
      });
      this.mark("path", { class: "burst", d: rays.join("") });
      const drawn = this.layer.querySelector(".burst");
      if (ms > 0) drawn.animate([{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1 }], { duration: ms });
    }

    // play goes on beat by beat until the queue is empty.
    async play() {
      if (this.running) return;
      this.running = true;
      this.label();
      while (this.running && this.at < this.beats.length) {
        if (!(await this.go(this.beats[this.at]))) return;
        this.at++;
        if (still()) break;
      }
      this.running = false;
      this.label();
      if (this.at >= this.beats.length && !still()) finish();
    }

    halt() {
      this.turn++;
      if (this.running) this.at++; // the beat that is moving counts as shown
      this.running = false;
      this.label();
    }

    // jump shows a beat as a still, with the words of the one before it where it has none; again: it was told already.
    jump(at, again = false) {
      this.halt();
      if (at >= this.beats.length) {
        finish();
        return;
      }
      this.at = Math.max(0, at);
      this.draw();
      this.caption.replaceChildren();
      const said = this.beats.slice(0, this.at).findLast((beat) => beat.say);
      if (said) this.write(said);
      const speed = this.speed;
      this.speed = Infinity;
      this.again = again;
      this.go(this.beats[this.at]);
      this.again = false;
      this.speed = speed;
      this.at++;
    }

    // step goes to the beat before the one shown or behind it, or by a whole move.
    step(by, whole) {
      const shown = Math.max(0, this.running ? this.at : this.at - 1);
      let to = shown + by;
      if (whole) while (to > 0 && to < this.beats.length && !(this.beats[to].first && this.beats[to].move !== this.beats[to - 1].move)) to += by;
      this.jump(to);
    }
  }

  function announce(text) {
    const place = document.getElementById("said");
    if (place) place.textContent = text; // where there is none, the caption is read by itself
  }

  // finish closes the player at its end and keeps how far the reader has seen.
  function finish() {
    if (!show) return;
    const root = show.root;
    cheer(root);
    remember(root, show.last);
    show.close();
    show = null;
    if (root.dataset.say) announce(root.dataset.say);
  }

  // skip leaves the rest out and says what it came to.
  function skip() {
    if (!show) return;
    const rest = show.beats.slice(show.at).filter((beat) => beat.say);
    const goals = rest.filter((beat) => beat.kind === "goal").map((beat) => beat.say);
    const last = rest.length ? rest[rest.length - 1].say : "";
    const say = show.root.dataset.say || "";
    finish();
    announce([...(goals.length ? goals : [last]), say].filter(Boolean).join(" "));
  }

  const seenKey = (root) => `shown ${root.dataset.url}`;
  let posted = 0; // the last event of which the server was told that it has been seen

  // seenBy is the last event that the reader of a page has seen: who plays asks the server, others this device.
  function seenBy(root) {
    if (root.hasAttribute("data-seat")) return Math.max(posted, Number(root.dataset.seen || 0));
    return Number(stored(seenKey(root), 0));
  }

  // remember keeps how far the match has been seen, each event once; of what is tried for practice nothing is kept.
  function remember(root, seq) {
    if (!root.dataset.url || root.matches("[data-practice], [data-past]") || seq <= seenBy(root)) return;
    if (!root.hasAttribute("data-seat")) {
      localStorage.setItem(seenKey(root), seq);
      return;
    }
    post(root, seq);
  }

  // post tells the server how far the match has been seen.
  function post(root, seq) {
    posted = seq;
    fetch(`${root.dataset.url}/seen`, { method: "POST", body: new URLSearchParams({ seq }), redirect: "manual", keepalive: true })
      .catch(() => {}); // it is shown once more then
  }

  // cheer lets confetti fall where the winner sees their win for the first time; afterwards it lies there.
  function cheer(root) {
    const end = Number(root.dataset.seq);
    if (!root.dataset.won || end <= Math.max(posted, Number(root.dataset.won))) return;
    root.classList.add("cheering");
    post(root, end);
  }

  // start plays events of the page; kept is where it goes on, if it was begun before.
  function start(root, data, events, kept) {
    if (show) show.close();
    show = new Stage(data, events);
    if (show.beats.length === 0) {
      show = null;
      return;
    }
    show.open(root);
    if (kept) show.jump(Math.min(kept.at, show.beats.length - 1), true);
    if (!kept || kept.running) show.play();
  }

  // A board is flipped by a page of its own: where the replay is goes along.
  const here = (root) => `${root.dataset.url} ${new URLSearchParams(location.search).get("at") || ""}`;

  function leave() {
    if (show && show.root.dataset.url) sessionStorage.setItem("replay", JSON.stringify({ here: here(show.root), from: show.events[0].seq, at: Math.max(0, show.running ? show.at : show.at - 1), running: show.running }));
  }

  // goOn takes up the replay of the page that was flipped; false if none was.
  function goOn(root) {
    const kept = JSON.parse(sessionStorage.getItem("replay"));
    sessionStorage.removeItem("replay");
    const data = told(root);
    if (!kept || !data || kept.here !== here(root)) return false;
    tell(root, data, kept.from, "", kept);
    return true;
  }

  // arrive looks at a board that has come onto the page: what is new is shown, and a win is cheered once that is over.
  function arrive(root) {
    replay(root);
    if (!show) cheer(root);
  }

  // replay shows what is new on a board, if anything is.
  function replay(root) {
    const data = told(root);
    if (!data || root.hasAttribute("data-past")) return;
    if (show) {
      const running = show.running;
      show.halt();
      show.join(data);
      show.open(root);
      show.scrub.max = show.beats.length - 1;
      if (running) show.play();
      else show.jump(Math.max(0, show.at - 1), true);
      return;
    }
    if (root.dataset.steps || root.querySelector("#resign, .refused")) return; // the reader is about something else
    const seen = seenBy(root);
    if (seen >= data.events[data.events.length - 1].seq || seen === 0 && !root.hasAttribute("data-seat")) {
      if (!root.hasAttribute("data-seat")) remember(root, data.seq);
      return;
    }
    tell(root, data, Math.max(seen + 1, data.since));
  }

  // beats fetches what happened from one event to another.
  async function beats(root, from, to) {
    let all = null;
    for (;;) {
      const answer = await fetch(`${root.dataset.url}/beats?from=${from}&to=${to}`, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(`beats: ${answer.status}`);
      const part = await answer.json();
      all = all ? { ...all, events: [...all.events, ...part.events] } : part;
      const last = part.events[part.events.length - 1];
      if (!last || last.seq >= to) return all;
      from = last.seq + 1; // one answer tells so many at most
    }
  }

  // tell plays all from an event on; what the page does not carry of that is fetched. If that fails the reader is led to
  // another page, if there is one, or is told what this one carries.
  async function tell(root, data, from, otherwise, kept) {
    const first = data.events[0].seq;
    let whole = data;
    if (from < first) {
      try {
        const earlier = await beats(root, from, first - 1);
        whole = { ...data, pieces: earlier.pieces, events: [...earlier.events, ...data.events] };
      } catch {
        if (otherwise) {
          location.assign(otherwise);
          return;
        }
      }
      if (root !== page()) return; // the stream was faster
    }
    const known = whole.events.filter((event) => event.seq < from);
    const { frame } = framesOf(whole.pieces, known);
    start(root, { ...whole, pieces: [...frame.values()] }, whole.events.slice(known.length), kept);
  }

  // Sound is made as it is wanted, from the first touch after it was switched on.
  let audio = null;

  function sound(kind, steps, speed) {
    if (stored("sound", "off") !== "on" || !audio || speed === Infinity) return;
    const note = (frequency, at, long, type = "square", loud = 0.04) => {
      const oscillator = audio.createOscillator(), gain = audio.createGain();
      oscillator.type = type;
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(loud, audio.currentTime + at);
      gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + long);
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(audio.currentTime + at);
      oscillator.stop(audio.currentTime + at + long);
    };
    switch (kind) {
      case "throw":
      case "draw":
        [0, 0.12, 0.2, 0.26].forEach((at) => note(220 + 400 * at, at, 0.05));
        break;
      case "run":
        for (let i = 0; i < steps - 1; i++) note(140, i * 0.16 / speed, 0.05, "triangle", 0.08);
        break;
      case "flight":
        note(90, 0, 0.18, "sine", 0.2);
        break;
      case "goal":
        note(2300, 0, 0.35, "sine");
        note(2400, 0.45, 0.7, "sine");
        break;
    }
  }

  function listen() {
    if (stored("sound", "off") === "on" && !audio && "AudioContext" in window) audio = new AudioContext();
  }

  // menu adds the switch of the sound.
  function menu(root) {
    const list = root.querySelector(".menu-list");
    if (!list || list.querySelector("[data-sound]")) return;
    const on = stored("sound", "off") === "on";
    list.append(element("button", { type: "button", class: "button", "data-sound": true, "aria-pressed": String(on) }, "Sound"));
  }

  document.addEventListener("pointerdown", listen);

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-flip-board]")) leave();
    const sounds = event.target.closest("[data-sound]");
    if (sounds) {
      const on = sounds.getAttribute("aria-pressed") !== "true";
      localStorage.setItem("sound", on ? "on" : "off");
      sounds.setAttribute("aria-pressed", String(on));
      listen();
      return;
    }
    const again = event.target.closest("[data-replay], a[data-whole]");
    if (again && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      const root = again.closest(".example, .lesson") || page(), data = told(root);
      if (!data) return;
      event.preventDefault();
      if (again.hasAttribute("data-replay")) tell(root, data, data.since);
      else tell(root, data, 1, again.href);
      return;
    }
    const control = show && event.target.closest("[data-play]");
    if (!control) return;
    switch (control.dataset.play) {
      case "skip": skip(); break;
      case "pause": if (show.running) show.halt(); else show.play(); break;
      case "previous": show.step(-1); break;
      case "next": show.step(1); break;
      case "pace":
        show.speed = speeds[(speeds.indexOf(show.speed) + 1) % speeds.length];
        localStorage.setItem("replay speed", show.speed === Infinity ? 0 : show.speed);
        show.label();
        break;
    }
  });

  document.addEventListener("input", (event) => {
    if (show && event.target.dataset.play === "scrub") show.jump(Number(event.target.value));
  });

  document.addEventListener("keydown", (event) => {
    if (!show || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [tabindex='0']")) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      show.step(event.key === "ArrowLeft" ? -1 : 1, event.shiftKey);
    } else if (event.key === " " && !event.target.closest("button, a, summary")) {
      if (show.running) show.halt();
      else show.play();
    } else if (event.key === "f") {
      const flip = document.querySelector("[data-flip-board]");
      if (flip) flip.click();
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // shown plays what a page has been asked to show: the way of a lesson's card.
  function shown() {
    const root = document.querySelector("[data-show]"), data = told(root);
    if (!data) return;
    root.removeAttribute("data-show");
    start(root, data, data.events);
  }

  let arrived = page();
  if (!arrived) {
    shown();
    new MutationObserver(shown).observe(document.getElementById("main"), { subtree: true, attributeFilter: ["data-show"] });
    return;
  }
  const place = arrived.parentElement;
  menu(arrived);
  if (!goOn(arrived)) arrive(arrived);
  new MutationObserver(() => {
    const root = page();
    if (!root || root === arrived) return;
    arrived = root;
    menu(root);
    arrive(root);
  }).observe(place, { childList: true });
})();
