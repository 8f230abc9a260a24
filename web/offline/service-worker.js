/* The page's service worker. `vite-offline.ts` puts in the list of files and the version when the page is built. */
const files = '__FILES__'
const name = 'rye-page-__VERSION__'
/** How many files are copied at a time: copying all at once makes typing in the page twice as slow. */
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

// The open page must keep working: the files it has not loaded yet are here.
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

// A page that is open says that it is not served from here: that is all it can say.
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  // Requests for files that are not stored go to the host, such as the check for a new version.
  if (
    request.method !== 'GET' ||
    request.cache === 'no-store' ||
    url.origin !== location.origin ||
    /^\/(?:api|mcp|metrics)(?:\/|$)/.test(url.pathname)
  )
    return
  if (request.mode !== 'navigate') event.respondWith(kept(url).then((known) => known ?? fetch(request)))
  else if (url.href === inScope('sandbox/frame.html?kept')) event.respondWith(frameWithoutOrigin())
  // A new version of the page must be seen at once; the kept one is for when there is no network.
  else event.respondWith(fetch(request).catch(() => keptPage(url)))
})

/** The document of an address. Its files have relative paths, so other addresses are redirected to it. */
async function keptPage(url) {
  const known = (await kept(url)) ?? (url.pathname.endsWith('/') ? await kept(new URL('index.html', url)) : undefined)
  if (known) return known
  const short = url.href.startsWith(inScope('s/')) ? `#s.${url.pathname.split('/').at(-1)}` : ''
  return Response.redirect(inScope(short))
}

/** The frame in which simulated code runs; this header takes its origin away, so the page need not be asked to (`frame-client.ts`). */
async function frameWithoutOrigin() {
  const [frame, manifest] = await Promise.all(
    ['sandbox/frame.html', 'sandbox/manifest.json'].map((path) => kept(inScope(path))),
  )
  if (!frame || !manifest) return Response.error()
  const { policy } = await manifest.json()
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    // A page that its host keeps apart shows no frame without it.
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
