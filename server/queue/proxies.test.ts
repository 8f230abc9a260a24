import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hasProxy, proxyNames, startProxy } from '../testing/proxy.ts'
import { freePort, startTestRedis, type TestRedis } from '../testing/redis.ts'
import { processPlan } from '../testing/sandbox.ts'
import {
  receive,
  literalEngine,
  planRequest,
  startTestServer,
  testConfig,
  TOKEN,
  confirmationOf,
} from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { keys } from './keys.ts'
import { startWorker, type StartedWorker } from './worker-main.ts'

// The proxies in deploy/ in front of two servers, as in compose.yaml; skipped unless Debian's packages are installed.
// The files are unchanged except for ports, names and folders.

/** A flag that compose.yaml passes to its servers. */
function composeFlag(name: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8')
  const { services } = parse(text) as { services: { server: { command: readonly string[] } } }
  return services.server.command.find((word) => word.startsWith(`--${name}=`)) ?? ''
}

describe.for(proxyNames)('%s', (name) => {
  let redis: TestRedis
  let servers: TestServer[] = []
  let worker: StartedWorker
  let proxy: Awaited<ReturnType<typeof startProxy>>

  beforeAll(async () => {
    if (!hasProxy(name)) return
    redis = await startTestRedis()
    const port = await freePort()
    const queue = ['--queue', redis.url]
    const names = composeFlag('allowed-hosts').replace('8080', String(port))
    const flags = [...queue, names, '--trusted-proxies', '127.0.0.0/8', '--requests-per-minute', '60']
    // The worker starts before the servers, so they are ready from the start: Caddy sends no requests to a server that
    // is not ready.
    worker = await startWorker(testConfig([...queue, '--runs-at-once', '2']), () => literalEngine)
    servers = await Promise.all([startTestServer(flags), startTestServer(flags)])
    proxy = await startProxy(
      name,
      servers.map(({ origin }) => new URL(origin).host),
      port,
    )
  }, 60_000)
  afterAll(async () => {
    await proxy?.close()
    await worker?.close()
    await Promise.all(servers.map((server) => server.close()))
    await redis?.close()
  })

  /** Requests like the page's: to the proxy's address, with the proxy's origin. */
  const send = (method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) =>
    fetch(proxy.origin + path, {
      method,
      headers: { origin: proxy.origin, 'x-rye-token': TOKEN, 'content-type': 'application/json', ...more },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const forgetRates = async (): Promise<void> => {
    for (const key of await redis.client.keys(keys.rate('*'))) await redis.client.del(key)
  }
  const begin = async (script: string): Promise<Response> => {
    const plan = processPlan({ command: '/bin/sh', args: ['-c', script] })
    return send(
      'POST',
      '/api/run',
      confirmationOf(await (await send('POST', '/api/plan', planRequest({ plan }))).json()),
    )
  }

  test.skipIf(!hasProxy(name))('passes each event on immediately, while the run waits', async () => {
    const begun = await begin('echo up; sleep 60')
    const id = begun.headers.get('x-run-id') ?? ''
    const received = await receive(begun, ({ event }) => event === 'stdout')
    expect(received.at(-1)?.data).toMatchObject({ text: 'up\n' })
    const [, last] = [await send('DELETE', `/api/run/${id}`), received.at(-1)?.id ?? 0]
    const rest = await receive(await send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(last) }))
    expect(rest.map((event) => event.id)).toEqual(rest.map((_event, at) => last + at + 1))
    expect(rest.at(-1)?.data).toMatchObject({ ending: { kind: 'cancelled' } })
  })

  test.skipIf(!hasProxy(name))(
    'uses one address per client, regardless of its headers, and hides metrics from clients',
    async () => {
      const claims = Array.from({ length: 61 }, (_none, at) =>
        send('GET', '/api/run/unknown/events', undefined, { 'x-forwarded-for': `203.0.113.${at}` }),
      )
      const statuses = await Promise.all((await Promise.all(claims)).map(({ status }) => status))
      expect(new Set(statuses)).toEqual(new Set([404, 429]))
      expect((await send('GET', '/metrics')).status).toBe(404)
      await forgetRates()
      expect((await send('POST', '/api/plan', 'x'.repeat(9 * 1024 * 1024)).catch(() => undefined))?.status ?? 413).toBe(
        413,
      )
    },
  )

  test.skipIf(!hasProxy(name))(
    'a server that stops loses no run, and its reader reconnects through the proxy without missing events',
    async () => {
      await forgetRates()
      const begun = await begin('echo up; read line; sleep 60')
      expect(begun.status).toBe(200)
      const id = begun.headers.get('x-run-id') ?? ''
      const received = await receive(begun, ({ event }) => event === 'stdout')
      const last = received.at(-1)?.id ?? 0
      const [gone] = servers.splice(0, 1)
      await Promise.all([gone?.close(), send('DELETE', `/api/run/${id}`)])
      const again = await send('GET', `/api/run/${id}/events`, undefined, { 'last-event-id': String(last) })
      const rest = await receive(again)
      expect(rest.map((event) => event.id)).toEqual(rest.map((_event, at) => last + at + 1))
      expect(rest.at(-1)?.event).toBe('result')
      // New requests go to the other server.
      const health = await Promise.all(Array.from({ length: 8 }, () => send('GET', '/api/health')))
      expect(health.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    },
  )
})
