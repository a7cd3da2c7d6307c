// What a page of another site shows of ours is kept up to date: while it can be seen it is asked for
// again now and then, and what has changed takes the place of what stood there.
(() => {
  "use strict";

  const pause = 20000; // milliseconds, and up to half as many more, so that not all readers come at once
  let tag = "";

  async function look() {
    if (document.hidden) return;
    const answer = await fetch(location.href, { credentials: "omit", cache: "no-cache" });
    if (!answer.ok) return;
    const now = answer.headers.get("ETag");
    if (now === tag) return;
    tag = now;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [here, there] = [document.getElementById("main"), fresh.getElementById("main")];
    if (there && there.innerHTML !== here.innerHTML) here.replaceWith(document.importNode(there, true));
    document.title = fresh.title;
    if (!fresh.body.hasAttribute("data-live")) document.body.removeAttribute("data-live");
  }

  async function goOn() {
    if (!document.body.hasAttribute("data-live")) return;
    try {
      await look();
    } catch {
      // the next look may find the site again
    }
    setTimeout(goOn, pause * (1 + Math.random() / 2));
  }

  setTimeout(goOn, pause);
})();
