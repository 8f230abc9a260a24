import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { arrivalPort, clientOf, forwardedScheme, type ClientRules } from './client.ts'

const rules: ClientRules = { trustedProxies: ['10.0.0.0/8', '2001:db8::1'], clientHeader: 'x-forwarded-for' }

/** The result for a request from this address with these headers. */
async function asked<T>(
  read: (c: Parameters<typeof clientOf>[0]) => T,
  address: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const socket = new Socket()
  Object.defineProperties(socket, { remoteAddress: { value: address }, localPort: { value: 8080 } })
  const results: T[] = []
  const app = new Hono().get('/', (c) => {
    results.push(read(c))
    return c.body(null)
  })
  await app.request('/', { headers }, { incoming: new IncomingMessage(socket) })
  const [result] = results
  if (result === undefined) throw new Error('The request did not arrive.')
  return result
}

test.for([
  // Without a trusted proxy, the header is a claim of the client.
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['2001:db8::1', '198.51.100.1', '198.51.100.1'],
  ['2001:db8::2', '198.51.100.1', '2001:db8:0:0::/64'],
  // The nearest hop is last. A client can forge all addresses before the last one that is not a trusted proxy.
  ['10.1.2.3', '1.2.3.4, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['10.1.2.3', '', '10.1.2.3'],
  ['10.1.2.3', '198.51.100.1, ', '10.1.2.3'],
  ['10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
  ['10.1.2.3', 'unknown, 10.9.9.9', '10.9.9.9'],
  ['10.1.2.3', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  [undefined, '198.51.100.1', 'unknown'],
] as const)('a connection from %s that reports "%s" is from %s', async ([address, reported, client]) => {
  expect(await asked((c) => clientOf(c, rules), address, { 'x-forwarded-for': reported })).toBe(client)
})

test('only a trusted proxy reports the scheme, and a request without a connection has no port', async () => {
  const scheme = (c: Parameters<typeof clientOf>[0]) => forwardedScheme(c, rules) ?? 'none'
  expect(await asked(scheme, '10.1.2.3', { 'x-forwarded-proto': 'HTTPS' })).toBe('https')
  expect(await asked(scheme, '203.0.113.7', { 'x-forwarded-proto': 'https' })).toBe('none')
  expect(await asked(arrivalPort, '10.1.2.3')).toBe(8080)
  let port: number | undefined = 1
  await new Hono().get('/', (c) => c.body(String((port = arrivalPort(c))))).request('/')
  expect(port).toBeUndefined()
})

test.for([undefined, null, 'text', {}, { incoming: null }, { incoming: { socket: { localPort: 1 } } }])(
  'a request with the environment %j has no connection',
  (env) => {
    const c = { env, req: { header: () => undefined } } as unknown as Parameters<typeof clientOf>[0]
    expect([arrivalPort(c), clientOf(c, rules)]).toEqual([undefined, 'unknown'])
  },
)

test.for([
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['2001:db8::1', '2001:db8::1', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['10.0.0.0/8', '2001:db8::1', false],
  ['::/0', '10.0.0.1', false],
  ['10.0.0.0/8', 'unknown', false],
] as const)('the proxy %s is trusted at %s: %s', async ([proxy, address, isTrusted]) => {
  const scheme = (c: Parameters<typeof clientOf>[0]) =>
    forwardedScheme(c, { ...rules, trustedProxies: [proxy] }) ?? 'none'
  expect(await asked(scheme, address, { 'x-forwarded-proto': 'https' })).toBe(isTrusted ? 'https' : 'none')
})
