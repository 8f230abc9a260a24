import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import type { FrameClient } from '../../web/simulate/frame-client.ts'
import type { FrameMessage, Program } from '../../web/simulate/messages.ts'
import { test } from './fixture.ts'
import { serveHarness } from './site.ts'
import { serveFiles } from './static-server.ts'

/** Attacks by a program that controls the JavaScript of its worker. The frame and the policy alone must stop them. */
const hostileWorker = `
const forged = JSON.parse('{"__proto__":{"polluted":true},"kind":"ended"}')
const attempts = {
  fetch: (url) => fetch(url),
  'fetch without CORS': (url) => fetch(url, { mode: 'no-cors', method: 'POST', body: 'x' }),
  beacon: (url) => navigator.sendBeacon ? navigator.sendBeacon(url, 'x') || Promise.reject() : Promise.reject(),
  XMLHttpRequest: (url) => new Promise((done, fail) => { const x = new XMLHttpRequest(); x.onload = done; x.onerror = fail; x.open('GET', url); x.send() }),
  WebSocket: (url) => new Promise((done, fail) => { const s = new WebSocket(url.replace('http', 'ws')); s.onopen = done; s.onerror = fail }),
  EventSource: (url) => new Promise((done, fail) => { const s = new EventSource(url); s.onopen = done; s.onerror = fail }),
  WebTransport: (url) => new WebTransport(url.replace('http:', 'https:')).ready,
  RTCPeerConnection: () => new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:1' }] }).createOffer(),
  import: (url) => import(url),
  importScripts: async (url) => WorkerGlobalScope.prototype.importScripts.call(self, url),
  'nested worker': (url) => new Promise((done, fail) => { const w = new Worker(url); w.onmessage = done; w.onerror = (event) => { event.preventDefault(); fail() } }),
  'nested blob worker': (url) => new Promise((done, fail) => {
    const w = new Worker(URL.createObjectURL(new Blob(['importScripts("' + url + '");fetch("' + url + '").then(() => postMessage(1), () => { throw 1 })'])))
    w.onmessage = done; w.onerror = (event) => { event.preventDefault(); fail() }
  }),
  'shared worker': (url) => Promise.resolve(new SharedWorker(url)),
  'service worker': (url) => navigator.serviceWorker.register(url),
  indexedDB: () => new Promise((done, fail) => { const o = indexedDB.open('x'); o.onsuccess = done; o.onerror = fail }),
  caches: () => caches.open('sandbox-assets'),
  'file system': () => navigator.storage.getDirectory(),
  localStorage: async () => localStorage.length,
  cookie: async () => cookieStore.getAll(),
  document: async () => document.title,
  parent: async () => parent.document.title,
  top: async () => top.location.href,
  eval: async () => (0, eval)('1'),
  Function: async () => Function('return 1')(),
  'string timer': () => new Promise((done, fail) => { setTimeout('postMessage(1)', 0); setTimeout(fail, 50) }),
  locks: () => navigator.locks.request('x', () => 1),
  SharedArrayBuffer: async () => new SharedArrayBuffer(8),
}
onmessage = async ({ data }) => {
  if (data.kind === 'boot') return postMessage({ kind: 'ready' })
  const channel = new BroadcastChannel('app'); channel.postMessage('hello')
  postMessage({ kind: 'ready' }); postMessage({ kind: 'unpacked', assets: {} }); postMessage(forged); postMessage(null); postMessage([1])
  postMessage({ kind: 'output', channel: '__proto__', bytes: 'x' })
  postMessage({ kind: 'output', channel: 'stdout', bytes: { length: 1e9 } })
  postMessage({ kind: 'ended', ending: { kind: 'exited', code: 'x' }, limit: null, files: null })
  postMessage({ kind: 'ended', ending: { kind: 'timed-out' }, limit: 'x', files: null })
  postMessage({ kind: 'spawn', id: 1, interpreter: 'constructor', program: {} })
  const results = await Promise.all(Object.entries(attempts).map(async ([name, attempt]) => {
    const late = new Promise((done) => setTimeout(() => done('refused'), 1500))
    const tried = (async () => attempt(data.program.env.BAIT))().then(() => 'reached', () => 'refused')
    return [name, await Promise.race([tried, late])]
  }))
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(results)))
  postMessage({ kind: 'output', channel: 'stdout', bytes })
  postMessage({ kind: 'ended', ending: { kind: 'exited', code: 0 }, limit: null, files: null })
  for (;;) postMessage({ kind: 'ended', ending: { kind: 'exited', code: 9 }, limit: null, files: null })
}`

interface Harness {
  readonly openFrameClient: (url: string, hear: (message: FrameMessage) => void) => Promise<FrameClient>
}

for (const header of [true, false]) {
  test(`a worker under an attacker’s control cannot reach any server or page, ${header ? 'with the header' : 'with the meta element alone'}`, async ({
    browser,
  }) => {
    const site = await serveHarness({ header })
    const bait = await serveFiles(() => ({ body: 'reached', headers: { 'access-control-allow-origin': '*' } }))
    const page = await browser.newPage()
    await page.goto(site.url)
    const script = [...gzipSync(hostileWorker)]
    const before = site.requests.length
    const messages = await page.evaluate(
      async ({ packed, url }) => {
        const received: string[] = []
        const { openFrameClient } = globalThis as unknown as Harness
        const noted = (message: FrameMessage): string => {
          if (message.kind !== 'output')
            return JSON.stringify(message.kind === 'ended' ? { ended: message.ending } : message)
          return `output ${new TextDecoder().decode(message.bytes)}`
        }
        let done: () => void = () => undefined
        const ended = new Promise<void>((resolve) => (done = resolve))
        const frame = await openFrameClient('sandbox/frame.html', (message) => {
          received.push(noted(message))
          if (message.kind === 'ended') setTimeout(done, 300)
        })
        frame.send({ kind: 'load', interpreter: 'python', assets: { 'worker.js': new Blob([new Uint8Array(packed)]) } })
        const none = new Uint8Array()
        const limits = {
          time: 1e4,
          memory: 1e8,
          output: 1e6,
          kept_output: 1e6,
          files: 10,
          file_size: 10,
          total_file_size: 10,
          processes: 1,
        }
        const program: Program = {
          command: 'x',
          args: [],
          env: { BAIT: url },
          cwd: '/',
          stdin: '',
          files: { paths: [], ends: new Uint32Array(), bytes: none },
          limits,
        }
        frame.send({ kind: 'run', run: 1, interpreter: 'python', program })
        await ended
        frame.remove()
        return received
      },
      { packed: script, url: bait.url },
    )
    const received = [
      ...bait.requests,
      ...site.requests.slice(before).filter((request) => request !== 'GET /sandbox/frame.html'),
    ]
    const results = JSON.parse(messages.find((message) => message.startsWith('output'))?.slice(7) ?? '{}') as Record<
      string,
      string
    >
    const reached = Object.entries(results).filter(([, result]) => result === 'reached')
    expect({ received, reached }).toEqual({ received: [], reached: [] })
    expect(messages.filter((message) => message.includes('ended'))).toEqual(['{"ended":{"kind":"exited","code":0}}'])
    expect(Object.keys(results).length).toBeGreaterThan(20)
    await page.close()
    await Promise.all([site.close(), bait.close()])
  })
}

test('a frame with a changed script does not run', async ({ browser, site }) => {
  const page = await browser.newPage()
  await page.route('**/sandbox/frame.html', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<script>', '<script>fetch("/changed");')
    await route.fulfill({ response, body })
  })
  await page.goto(site.url)
  const answer = page.evaluate(async () => {
    const { openFrameClient } = globalThis as unknown as Harness
    return Promise.race([
      openFrameClient('sandbox/frame.html', () => undefined).then(() => 'ran'),
      new Promise((done) => setTimeout(done, 1000, 'silent')),
    ])
  })
  expect(await answer).toBe('silent')
  expect(site.requests).not.toContain('GET /changed')
  await page.close()
})

test('a message from another window with the greeting of the frame is ignored', async ({ browser, site }) => {
  const page = await browser.newPage()
  await page.route('**/sandbox/frame.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>nothing here' }),
  )
  await page.goto(site.url)
  const answer = await page.evaluate(async () => {
    const { openFrameClient } = globalThis as unknown as Harness
    const opened = openFrameClient('sandbox/frame.html', () => undefined).then(
      () => 'opened',
      () => 'refused',
    )
    postMessage('sandbox-frame-ready', '*')
    const other = document.createElement('iframe')
    other.setAttribute('sandbox', 'allow-scripts')
    document.body.append(other)
    other.contentWindow?.parent.postMessage('sandbox-frame-ready', '*')
    return Promise.race([opened, new Promise((done) => setTimeout(done, 1000, 'silent'))])
  })
  expect(answer).toBe('silent')
  await page.close()
})
