// What every page does with a script; each page works without it too. Times are
// shown in the reader's zone, a form is sent once, and the dice get a random
// part from the browser where the player typed none.
(() => {
  "use strict";

  const local = new Intl.DateTimeFormat(undefined, {
    day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
  });

  // left writes a time in its two greatest units, as the server does.
  function left(milliseconds) {
    const minutes = Math.max(0, Math.floor(milliseconds / 60000));
    const days = Math.floor(minutes / 1440);
    const hours = Math.floor(minutes / 60) % 24;
    if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours} h`;
    if (hours > 0) return `${hours} h ${minutes % 60} min`;
    return minutes > 0 ? `${minutes} min` : "under 1 min";
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
      time.textContent = local.format(new Date(time.dateTime));
    }
    tick();
  }

  // contribute fills the player's part of the dice if he left it empty.
  function contribute(form) {
    const field = form.elements.namedItem("contribution");
    if (!field || field.value !== "") return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  }

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

  // The back button may bring a page back as it was left.
  window.addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll("button[data-sent]")) {
      button.disabled = false;
      delete button.dataset.sent;
    }
  });

  localise();
  setInterval(tick, 15000);
  new MutationObserver(localise).observe(document.getElementById("main"), { childList: true, subtree: true });
})();
