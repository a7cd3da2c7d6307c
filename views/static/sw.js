// The worker of the installed site. It keeps two things: the files under addresses that change with their content, and
// one page, on which a member sees their games when there is no connection. That page is deleted as soon as the site
// says that somebody else looks, or nobody; after 7 days it is not shown any more. No move is kept to be sent later:
// the clock of the site would not have stopped for it.
//
// It also shows what the site pushes, and opens the page that is meant.
"use strict";

const FILES = "kickabout-files";
const PAGES = "kickabout-pages";
const OFFLINE = "/matches/offline";
const VIEWER = "Kickabout-Viewer"; // the header of each page that says whose it is, "-" if nobody's
const FRESH = 5 * 60 * 1000; // so long a page that is kept is not asked for again
const OLD = 7 * 24 * 60 * 60 * 1000; // it is not shown after that

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(keep)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(event, url));
  else if (request.method === "GET" && url.pathname.startsWith("/static/") && url.searchParams.has("v")) event.respondWith(file(request, url));
});

// endings counts how often somebody has signed out: what was asked for before that is not kept after it.
let endings = 0;

// forget deletes all that is kept.
async function forget() {
  endings++;
  await Promise.all([caches.delete(PAGES), caches.delete(FILES)]);
}

async function navigate(event, url) {
  const { request } = event;
  if (request.method === "POST" && url.pathname === "/signout") await forget();
  let answer;
  try {
    answer = await fetch(request);
  } catch (problem) {
    const kept = request.method === "GET" ? await shown() : undefined;
    if (kept) return kept;
    throw problem;
  }
  const viewer = answer.headers.get(VIEWER);
  if (viewer) {
    const kept = await of(viewer);
    if (viewer !== "-" && (!kept || age(kept) > FRESH)) event.waitUntil(keep());
  }
  return answer;
}

// age is how long ago the server has sent an answer.
function age(answer) {
  return Date.now() - Date.parse(answer.headers.get("Date"));
}

// of returns the page that is kept if it is a viewer's; another one's is deleted.
async function of(viewer) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(OFFLINE);
  if (!kept || kept.headers.get(VIEWER) === viewer) return kept;
  endings++;
  await cache.delete(OFFLINE);
  return undefined;
}

// shown returns the page that is kept unless it is too old; then it is deleted.
async function shown() {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(OFFLINE);
  if (!kept || age(kept) <= OLD) return kept;
  await cache.delete(OFFLINE);
  return undefined;
}

// keep asks for the page, and for the files that it names.
async function keep() {
  const before = endings;
  try {
    const answer = await fetch(OFFLINE, { redirect: "error" }); // who is nobody is led to where one signs in
    const viewer = answer.headers.get(VIEWER);
    if (!answer.ok || !viewer || viewer === "-") return;
    const text = await answer.clone().text();
    const files = new Set(text.match(/\/static\/[a-z0-9.-]+\?v=[0-9a-f]+/g));
    await Promise.all([...files].map((address) => file(new Request(address), new URL(address, self.location))));
    if (before !== endings) return;
    const cache = await caches.open(PAGES);
    await cache.put(OFFLINE, answer);
    if (before !== endings) await cache.delete(OFFLINE);
  } catch {
    // without a connection the next page asks again
  }
}

// file returns a file that is kept; else it is asked for, and kept in the place of what it was before.
async function file(request, url) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const former = (await cache.keys()).filter((key) => new URL(key.url).pathname === url.pathname);
    await cache.put(request, answer.clone());
    await Promise.all(former.map((key) => cache.delete(key)));
  }
  return answer;
}

// What is pushed is written so that browsers which need no worker for it show the same.
self.addEventListener("push", (event) => {
  let told;
  try {
    told = event.data.json();
  } catch {
    return; // it is none of ours
  }
  const { title, body, navigate, tag } = told.notification;
  const all = [self.registration.showNotification(title, { body, tag, icon: "/static/icon-192.png", data: { navigate } })];
  const waiting = Number(told.app_badge);
  if (self.navigator.setAppBadge) all.push((waiting > 0 ? self.navigator.setAppBadge(waiting) : self.navigator.clearAppBadge()).catch(() => {}));
  event.waitUntil(Promise.all(all));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.navigate, self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(open(url.href));
});

// open shows a page: in a window that has it already, else in a new one.
async function open(address) {
  for (const client of await self.clients.matchAll({ type: "window" })) {
    if (client.url === address) return client.focus();
  }
  return self.clients.openWindow(address);
}
