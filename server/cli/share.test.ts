import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Parts } from '#core/answer'
import { decodeShare } from '#core/share'
import { startTestServer, TOKEN, type TestServer } from '../testing/server.ts'
import { processIo } from './io.ts'
import { readLessonFolder } from './lesson-folder.ts'
import { keepShort } from '../project/short-link.ts'
import { exampleFolder, freshFolder, ryeChain, ryeChainWith } from '../testing/directories.ts'

/** A local server that is not a playground. */
async function listening(listener: RequestListener): Promise<{ readonly origin: string; close(): Promise<unknown> }> {
  const other = createServer(listener)
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const close = () => {
    other.closeAllConnections()
    return new Promise((resolve) => other.close(resolve))
  }
  return { origin, close }
}

/** The warning about a link that starts with a loopback address. */
const onlyHere =
  'Only this computer can open the link: its address is 127.0.0.1. For a link that others can open, use --base URL or --short URL with a server that they can reach.\n'

test.for([
  { base: 'http://127.0.0.1:4173/', warned: '127.0.0.1' },
  { base: 'http://localhost:8080/', warned: 'localhost' },
  { base: 'http://[::1]:4173/', warned: '[::1]' },
  { base: 'http://127.1/', warned: '127.0.0.1' },
  { base: 'https://play.example.org/', warned: undefined },
  { base: 'http://192.168.0.7:4173/', warned: undefined },
])('share warns about an address that only this computer can open: $base', async ({ base, warned }) => {
  const cwd = exampleFolder('hello-chain')
  const { code, out, err } = await ryeChain(cwd, 'share', '--dir', 'project', '--item', 'demo/greet', '--base', base)
  expect([code, out]).toEqual([0, expect.stringContaining(`${base}#`)])
  expect(err).toBe(warned === undefined ? '' : onlyHere.replace('127.0.0.1', warned))
})

test('a link pins the chain, the plan digest and the values that the page would show', async () => {
  const cwd = exampleFolder('hello-chain')
  const { out } = await ryeChain(
    cwd,
    'share',
    '--dir',
    'project',
    '--item',
    'demo/greet',
    '--params',
    '{"name": "Ada"}',
  )
  const opened = decodeShare(out.trim().slice(out.indexOf('#') + 1))
  const expected = opened.kind === 'rejected' ? undefined : opened.snapshot.expected
  expect(expected?.chain[0]).toBe('demo/greet')
  expect(expected?.plan_digest).toMatch(/^[0-9a-f]{64}$/)
  // The project has no virtual environment, so the runtime's fallback applies (R6.3).
  expect(expected?.values?.['/command']).toBe('python3')
})

test('share links to a missing item and warns about it', async () => {
  const cwd = exampleFolder('hello-chain')
  const { code, out, err } = await ryeChain(cwd, 'share', '--dir', 'project', '--item', 'demo/gret')
  expect([code, out]).toEqual([0, expect.stringContaining('#')])
  expect(err).toBe(`The link opens demo/gret, but the project does not contain this item.\n${onlyHere}`)
})

describe('share --short', () => {
  const greet = ['share', '--dir', 'project', '--item', 'demo/greet'] as const
  let server: TestServer
  beforeAll(async () => void (server = await startTestServer()))
  afterAll(() => server.close())

  test('stores the draft on a server and prints a short link that open and diff accept', async () => {
    const cwd = exampleFolder('hello-chain')
    const { code, out, err } = await ryeChain(cwd, ...greet, '--short', `${server.origin}/#token=${TOKEN}`)
    expect([code, err]).toEqual([0, onlyHere])
    expect(out).toMatch(new RegExp(`^${server.origin}/s/[\\w-]{32}\n$`))
    const again = await ryeChainWith({ RYE_TOKEN: TOKEN }, cwd, ...greet, '--short', server.origin, '--json')
    expect(again.json()).toMatchObject({ link: out.trim(), characters: out.trim().length })
    const opened = await ryeChain(cwd, 'open', out.trim(), '--to', 'opened')
    expect([opened.code, opened.err]).toEqual([0, ''])
    expect((await ryeChain(cwd, 'diff', 'project', join('opened', 'project'))).code).toBe(0)
    expect((await ryeChain(cwd, 'diff', out.trim(), 'project')).code).toBe(0)
  })

  test('prints server errors: a missing token, an unknown link, a large draft', async () => {
    const cwd = exampleFolder('hello-chain')
    const open = await ryeChain(cwd, ...greet, '--short', server.origin)
    expect([open.code, open.out]).toEqual([1, ''])
    expect(open.err).toContain(
      'The server requires its token. Pass the whole URL that the server printed, or set RYE_TOKEN.',
    )
    const gone = await ryeChain(cwd, 'open', `${server.origin}/s/${'a'.repeat(32)}`, '--to', 'x')
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('This short link does not exist.')])
    const small = await startTestServer(['--share-bytes', '100'])
    const large = await ryeChain(cwd, ...greet, '--short', `${small.origin}/#token=${TOKEN}`)
    expect([large.code, large.err]).toEqual([
      1,
      expect.stringContaining('A share request can have at most 200 characters'),
    ])
    await small.close()
  })

  test.for<{ name: string; listener: RequestListener; said: string }>([
    {
      name: 'does not announce short links',
      listener: (_, response) => response.end('<html>'),
      said: 'does not store short links',
    },
    {
      name: 'redirects',
      listener: (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      said: 'The request to http',
    },
    { name: 'closes the connection', listener: (request) => request.destroy(), said: 'The request to http' },
    {
      name: 'ends its response early',
      listener: (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{')
        setTimeout(() => response.destroy(), 50)
      },
      said: 'ended its response early',
    },
    {
      name: 'responds with a link to another host',
      listener: (_, response) => response.end('{"id": "abc", "path": "http://example.org/s/abc"}'),
      said: 'responded with a link to another server, http://example.org',
    },
    { name: 'fails', listener: (_, response) => response.writeHead(500).end(), said: 'status 500' },
  ])('a server that $name is reported with exit code 1', async ({ listener, said }) => {
    const { origin, close } = await listening(listener)
    const { code, out, err } = await ryeChain(exampleFolder('hello-chain'), ...greet, '--short', origin)
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(said)])
    await close()
  })

  test('a server that does not start or finish its response causes a timeout', async () => {
    const start = readLessonFolder(exampleFolder('learn-dotenv'), processIo(), new Parts())?.start
    if (!start) throw new Error('no draft')
    for (const [listener, said] of [
      [() => undefined, /no response within 0\.3 s/],
      [(_, response) => void response.writeHead(200).write('{'), /did not finish its response within 0\.3 s/],
    ] as const satisfies readonly (readonly [RequestListener, RegExp])[]) {
      const { origin, close } = await listening(listener)
      await expect(keepShort(start, origin, processIo(), 300)).rejects.toThrow(said)
      await close()
    }
  })

  test('an invalid address, and --short with --base, are usage errors', async () => {
    const cwd = exampleFolder('hello-chain')
    expect((await ryeChain(cwd, ...greet, '--short', 'example.org')).code).toBe(2)
    expect((await ryeChain(cwd, ...greet, '--short', server.origin, '--base', server.origin)).code).toBe(2)
    expect((await ryeChain(freshFolder(), 'share', '--item', 'a', '--short', server.origin)).code).toBe(2)
  })
})
