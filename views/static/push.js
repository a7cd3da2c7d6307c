// The page on which a member lets this browser show notices. It asks when the button is pressed, not before.
(() => {
  "use strict";

  const place = document.getElementById("push");
  if (!place) return;
  const show = (name) => {
    for (const other of ["none", "off", "on", "denied"]) place.querySelector(`.push-${other}`).hidden = other !== name;
  };

  // bytes reads base64url.
  function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }

  async function look() {
    if (!navigator.serviceWorker || !window.PushManager || !window.Notification) return;
    if (Notification.permission === "denied") {
      show("denied");
      return;
    }
    const worker = await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.getSubscription();
    show(subscription && !foreign(subscription) ? "on" : "off");
  }

  // foreign says that the browser has subscribed for another key than the site has now: nothing would come.
  function foreign(subscription) {
    return !["", place.dataset.key].includes(window.kickaboutPush.siteOf(subscription));
  }

  async function allow() {
    if ((await Notification.requestPermission()) !== "granted") {
      await look();
      return;
    }
    const worker = await navigator.serviceWorker.ready;
    const had = await worker.pushManager.getSubscription();
    if (had && foreign(had)) await had.unsubscribe(); // a browser takes one key at a time
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(place.dataset.key) });
    await window.kickaboutPush.send(subscription);
    location.assign("/account/devices");
  }

  place.querySelector("button").addEventListener("click", async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    const failed = place.querySelector(".push-failed");
    failed.hidden = true;
    try {
      await allow();
    } catch {
      failed.hidden = false;
    }
    button.disabled = false;
  });
  look();
})();
