/* The page's service worker. The build inserts the list of files and the version; see `web/build/offline.ts`. */
const files = '__FILES__'
const name = 'rye-page-__VERSION__'
/** The number of files to download in parallel. Downloading all files in parallel makes typing in the page twice as slow. */
const copiesAtOnce = 4

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll())
  self.skipWaiting()
})

async function keepAll() {
  const cache = await caches.open(name)
  const left = files.values()
  const copyWhatIsLeft = async () => {
    for (const file of left) await cache.add(new Request(file, { cache: 'no-cache' }))
  }
  await Promise.all(Array.from({ length: copiesAtOnce }, copyWhatIsLeft))
}

// Delete the files of earlier versions, and take over the open pages, so that they load all other files from this cache.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) =>
        Promise.all(keys.filter((key) => key.startsWith('rye-page-') && key !== name).map((key) => caches.delete(key))),
      )
      .then(() => self.clients.claim()),
  )
})

// The only message of a page: no service worker controls it yet.
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  // The host answers requests that must not be cached, such as the check for a new version.
  if (
    request.method !== 'GET' ||
    request.cache === 'no-store' ||
    url.origin !== location.origin ||
    /^\/(?:api|mcp|metrics)(?:\/|$)/.test(url.pathname)
  )
    return
  if (request.mode !== 'navigate') event.respondWith(kept(url).then((known) => known ?? fetch(request)))
  else if (url.href === inScope('sandbox/frame.html?kept')) event.respondWith(frameWithoutOrigin())
  // Load the page from the network, so that a new version appears immediately. Offline, use the cached page.
  else event.respondWith(fetch(request).catch(() => keptPage(url)))
})

/** The cached document of a URL. Documents have relative paths, so any other URL redirects to the page. */
async function keptPage(url) {
  const known = (await kept(url)) ?? (url.pathname.endsWith('/') ? await kept(new URL('index.html', url)) : undefined)
  if (known) return known
  const short = url.href.startsWith(inScope('s/')) ? `#s.${url.pathname.split('/').at(-1)}` : ''
  return Response.redirect(inScope(short))
}

/** The frame in which simulated code runs. The policy header removes its origin; see `web/simulate/frame-client.ts`. */
async function frameWithoutOrigin() {
  const [frame, manifest] = await Promise.all(
    ['sandbox/frame.html', 'sandbox/manifest.json'].map((path) => kept(inScope(path))),
  )
  if (!frame || !manifest) return Response.error()
  const { policy } = await manifest.json()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    // A cross-origin isolated page loads only frames with this header.
    'cross-origin-embedder-policy': 'credentialless',
  }
  return new Response(await frame.text(), { headers })
}

function inScope(path) {
  return new URL(path, registration.scope).href
}

async function kept(address) {
  const cache = await caches.open(name)
  return cache.match(address, { ignoreSearch: true, ignoreVary: true })
}
