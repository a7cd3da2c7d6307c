// The course for whoever has no account: their own browser remembers the chapters that they have
// done. Members have it from the server. Without this script the course is the same, and forgets.
(() => {
  "use strict";

  const key = "kickabout-chapters";

  function read() {
    try {
      const list = JSON.parse(localStorage.getItem(key));
      return new Set(Array.isArray(list) ? list : []);
    } catch {
      return new Set(); // storage is refused, or holds something else
    }
  }

  const done = read();
  for (const line of document.querySelectorAll("[data-chapter]")) {
    if (!done.has(line.dataset.chapter)) continue;
    line.classList.add("done");
    line.querySelector(".tick").hidden = false;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-done]");
    if (!link) return;
    done.add(link.dataset.done);
    try {
      localStorage.setItem(key, JSON.stringify([...done]));
    } catch {
      // then it is forgotten
    }
  });
})();
