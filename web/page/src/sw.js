// The service worker keeps the site, so that it works without a network. A new version of the site has another name, is
// fetched whole, and serves from the next visit on.

const name = "pzc-" + "VERSION";
const files = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const key of await caches.keys()) {
      if (key.startsWith("pzc-") && key !== name) await caches.delete(key);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(name);
    const found = await cache.match(event.request, { ignoreSearch: true });
    if (found) return found;
    if (event.request.mode === "navigate") return (await cache.match("./")) ?? fetch(event.request);
    return fetch(event.request);
  })());
});
