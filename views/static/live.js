// The news of a match page: while it can be seen it follows its stream, behind the last
// event that has reached it. Of a chat the latest lines are in view.
(() => {
  "use strict";

  const place = document.getElementById("live");
  if (!place) return;

  let after = place.dataset.after;
  let source = null; // the element whose stream it is
  let since = 0; // when, until the stream is open
  let full = false; // the server has ended it, since there are too many others

  // What the page shows is read.
  function read() {
    if (place.dataset.read && !document.hidden) fetch(place.dataset.read, { method: "POST" });
  }

  function connect() {
    if (document.hidden || source) return;
    [full, since] = [false, Date.now()];
    source = document.createElement("div");
    source.setAttribute("hx-sse-close", "full");
    place.append(source);
    // Asked for by hand: an element that says where it connects may be found twice by htmx,
    // and would get two streams.
    htmx.ajax("GET", `${place.dataset.stream}?after=${encodeURIComponent(after)}`, { source });
  }

  function drop() {
    if (source) source.remove();
    source = null;
  }

  place.addEventListener("htmx:sse:after:connection", () => { since = 0; });
  place.addEventListener("htmx:sse:after:message", (event) => {
    if (event.detail.message.id) after = event.detail.message.id;
  });
  place.addEventListener("htmx:sse:close", (event) => {
    full = event.detail.reason === "message";
    drop();
  });
  const chat = document.getElementById("lines");
  if (chat) chat.scrollTop = chat.scrollHeight;

  document.addEventListener("visibilitychange", connect);
  document.addEventListener("rung", read);
  window.addEventListener("pageshow", connect);

  // What did not open, or ended for good, is tried again.
  setInterval(() => {
    if (source && since && Date.now() - since > 20000) drop();
    if (!full) connect();
  }, 5000);

  connect();
  read();
})();
