// What of the news the inbox has shown is read: once it was in view for a second, while somebody sees the page.
(() => {
  "use strict";

  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(target.timer);
      if (isIntersecting) target.timer = setTimeout(read, 1000, target);
    }
  }, { threshold: 0.9 });

  function read(item) {
    if (document.hidden) return;
    watch.unobserve(item);
    const body = new URLSearchParams({ quiet: "1", topic: item.dataset.topic, n: item.dataset.n });
    fetch("/inbox/read", { method: "POST", body, keepalive: true }).catch(() => watch.observe(item));
  }

  function look() {
    for (const item of document.querySelectorAll("[data-topic]")) { watch.unobserve(item); watch.observe(item); }
  }
  document.addEventListener("visibilitychange", look, { once: true });
  look();
})();

// The zone of the browser, where none is settled yet.
for (const field of document.querySelectorAll("input[data-zone]")) {
  if (!field.value) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
