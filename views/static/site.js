// What every page does with a script; each works without it too. Title, icon and navigation
// say how many games wait for the reader, the bell what else is new. The
// games of a member are kept for when there is no connection.
(() => {
  "use strict";

  const local = new Intl.DateTimeFormat("en-GB", { // the language of the pages: 3 Dec 2026, 19:40
    day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
  });

  // left writes a time in its two greatest units, as the server does.
  function left(milliseconds) {
    const minutes = Math.max(0, Math.floor(milliseconds / 60000));
    const days = Math.floor(minutes / 1440);
    const hours = Math.floor(minutes / 60) % 24;
    const parts = days > 0 ? [[days, "d"], [hours, "h"]] : [[hours, "h"], [minutes % 60, "min"]];
    return parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit}`).join(" ") || "under 1 min";
  }

  function tick() {
    for (const time of document.querySelectorAll("time[data-left]")) {
      const text = left(Date.parse(time.dateTime) - Date.now());
      if (time.textContent !== text) time.textContent = text;
    }
  }

  function localise() {
    for (const time of document.querySelectorAll("time[data-local]:not([data-shown])")) {
      time.dataset.shown = "";
      time.title = time.textContent;
      time.textContent = local.format(new Date(time.dateTime)).replace("Sept", "Sep"); // as the server writes it
    }
    tick();
  }

  // part is a part of the dice that nobody could guess.
  function part() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  }

  // contribute fills the player's part of the dice if they left it empty.
  function contribute(form) {
    const field = form.elements.namedItem("contribution");
    if (field && field.value === "") field.value = part();
  }

  // stock keeps parts ready for games that begin without the reader: as many as the site may lack, once a day. What is too
  // much it leaves out.
  async function stock() {
    const { player } = document.body.dataset;
    const today = `${player} ${new Date().toISOString().slice(0, 10)}`;
    try {
      if (!player || localStorage.getItem("stocked") === today) return;
      const body = new URLSearchParams(Array.from({ length: 48 }, () => ["contribution", part()]));
      const answer = await fetch("/account/dice", { method: "POST", body, redirect: "manual", keepalive: true });
      if (answer.type === "opaqueredirect") localStorage.setItem("stocked", today);
    } catch { /* the next page tries again */ }
  }
  stock();

  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const form = event.target;
    if (form.method === "post") contribute(form);
    // Disabled only after the browser has gathered the fields.
    setTimeout(() => {
      for (const button of form.querySelectorAll("button:enabled")) {
        button.disabled = true;
        button.dataset.sent = "";
      }
    });
  });

  // A text to be copied is chosen whole; a link is copied, else the text beside it chosen.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("input[data-select]")) event.target.select();
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const said = document.querySelector("output[data-copied]");
    try {
      await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
      said.textContent = "The link is copied.";
    } catch {
      document.querySelector("input[data-select]").focus();
      said.textContent = "Your browser does not allow that. The text is selected instead.";
    }
  });

  // subscribed is how this browser is pushed to, if it is.
  async function subscribed() {
    const worker = navigator.serviceWorker && (await navigator.serviceWorker.getRegistration());
    return worker && worker.pushManager ? worker.pushManager.getSubscription() : null;
  }

  // A subscription is known to the site as long as the session lasts in which it was sent: for whoever has asked for
  // notices in this browser it is sent again when a new session has begun.
  window.kickaboutPush = {
    // siteOf is the key of the site for which a browser has subscribed, in base64url; "" if the browser does not say.
    siteOf(subscription) {
      const key = subscription.options && subscription.options.applicationServerKey;
      return key ? btoa(String.fromCharCode(...new Uint8Array(key))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") : "";
    },
    async send(subscription) {
      const { endpoint, keys } = subscription.toJSON();
      const answer = await fetch("/account/devices", { method: "POST", body: new URLSearchParams({ endpoint, ...keys, site: this.siteOf(subscription) }) });
      if (answer.status === 409) { // the site has another key now: nothing would come any more
        await subscription.unsubscribe();
        localStorage.removeItem("push");
      }
      if (!answer.ok) throw new Error(`the site answered ${answer.status}`);
      localStorage.setItem("push", document.body.dataset.player);
      sessionStorage.setItem("pushed", document.body.dataset.player);
    },
  };
  async function renew() {
    const player = document.body.dataset.player;
    if (!player || localStorage.getItem("push") !== player || sessionStorage.getItem("pushed") === player) return;
    const subscription = await subscribed();
    if (subscription) await window.kickaboutPush.send(subscription);
  }

  // What the worker keeps for a member goes before they sign out, whether the site can be reached or not.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!window.caches || form.getAttribute("action") !== "/signout") return;
    event.preventDefault();
    try {
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
      const subscription = await subscribed();
      if (subscription) await subscription.unsubscribe(); // who signs in next has not asked for notices
      localStorage.removeItem("push");
    } finally {
      form.submit();
    }
  });

  // The back button may bring a page back as it was left, out of memory or of what the browser keeps on the disk: it is
  // asked for again, since the game may have gone on, and whose page it is may have signed out.
  window.addEventListener("pageshow", (event) => {
    const [came] = performance.getEntriesByType("navigation");
    const kept = event.persisted || (came && came.type === "back_forward" && came.transferSize === 0);
    if (kept && navigator.onLine) {
      location.reload();
      return;
    }
    for (const button of document.querySelectorAll("button[data-sent]")) {
      button.disabled = false;
      delete button.dataset.sent;
    }
  });

  // The page has these numbers, a board that comes onto it brings the first, and members' pages hear of both.
  let waiting = Number.parseInt(document.getElementById("count").textContent, 10);
  const bell = document.getElementById("bell");
  let news = bell ? Number.parseInt(bell.textContent, 10) : 0;
  let board = null;

  function title() {
    const plain = document.title.replace(/^\(\d+\) /, "");
    const n = waiting + news;
    const full = n > 0 ? `(${n}) ${plain}` : plain;
    if (document.title !== full) document.title = full;
    const icon = document.getElementById("icon");
    const address = n > 0 ? icon.dataset.waiting : icon.dataset.quiet;
    if (icon.getAttribute("href") !== address) icon.setAttribute("href", address);
  }

  function wait(n) {
    waiting = n;
    title();
    for (const count of document.querySelectorAll(".count:not(#bell)")) {
      count.hidden = n === 0;
      count.firstChild.data = String(n);
      count.lastChild.textContent = n === 1 ? " game waits for you" : " games wait for you";
    }
  }

  function ring(n) {
    news = n;
    title();
    if (!bell) return;
    if (n > 0) document.dispatchEvent(new Event("rung"));
    bell.hidden = n === 0;
    bell.textContent = String(n);
    bell.parentElement.setAttribute("aria-label", n > 0 ? `Inbox, ${n} new` : "Inbox");
  }

  function arrive() {
    localise();
    const match = document.getElementById("match");
    if (!match || match === board) return;
    if (board) wait(Number(match.dataset.count));
    board = match;
  }

  // listen keeps the one stream of a browser: whoever has the lock tells the other pages.
  function listen() {
    const others = new BroadcastChannel("waiting");
    let mine = null; // the stream and what ends it, while this page has the lock
    let known = {};
    function tell(counts) {
      if ("waiting" in counts) wait(counts.waiting);
      if ("bell" in counts) ring(counts.bell);
    }
    others.onmessage = ({ data }) => {
      if (data === "how many") others.postMessage(known);
      else tell(data);
    };
    function open(done) {
      const source = new EventSource("/stream");
      mine = { source, done };
      for (const name of ["waiting", "bell"]) {
        source.addEventListener(name, (event) => {
          known[name] = Number(event.data);
          tell(known);
          others.postMessage(known);
        });
      }
      source.addEventListener("full", () => source.close());
      source.addEventListener("error", () => {
        if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (mine && mine.source === source) open(done); }, 30000);
      });
    }
    const want = () => navigator.locks.request("waiting", () => new Promise(open)).catch(() => {});
    // A page that is left must not keep the lock.
    window.addEventListener("pagehide", () => {
      if (!mine) return;
      mine.source.close();
      mine.done();
      [mine, known] = [null, {}];
    });
    window.addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      others.postMessage("how many");
      want();
    });
    want();
  }

  arrive();
  setInterval(tick, 15000);
  new MutationObserver(arrive).observe(document.getElementById("main"), { childList: true, subtree: true });
  new MutationObserver(title).observe(document.querySelector("title"), { childList: true });
  if (document.body.hasAttribute("data-stream") && navigator.locks) listen();
  if (document.body.hasAttribute("data-stream") && navigator.serviceWorker) navigator.serviceWorker.register("/sw.js").then(renew).catch(() => {});
})();
