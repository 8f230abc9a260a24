/* The page's service worker. `vite-offline.ts` puts in the list of files and the version when the page is built. */
const files = '__FILES__'
const name = 'rye-page-__VERSION__'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(name)
      .then((cache) => Promise.all(files.map((file) => cache.add(new Request(file, { cache: 'no-cache' }))))),
  )
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) =>
        Promise.all(keys.filter((key) => key.startsWith('rye-page-') && key !== name).map((key) => caches.delete(key))),
      ),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || /^\/(?:api|mcp|metrics)(?:\/|$)/.test(url.pathname))
    return
  if (request.mode === 'navigate') {
    // A new version of the page must be seen at once; the kept one is for when there is no network.
    event.respondWith(
      fetch(request).catch(() =>
        kept(request).then((known) => known ?? kept(new URL('index.html', registration.scope))),
      ),
    )
    return
  }
  event.respondWith(kept(request).then((known) => known ?? fetch(request)))
})

async function kept(request) {
  const cache = await caches.open(name)
  return cache.match(request, { ignoreSearch: true, ignoreVary: true })
}
