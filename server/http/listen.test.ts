import { Agent, request, Server } from 'node:http'
import { createServer, Server as NetServer, type AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { testConfig } from '../testing/server.ts'
import { openDoor } from './listen.ts'

afterEach(() => void vi.useRealTimers())

/** The text of a response from a port, or the code of the error. */
const asked = (port: number, agent = new Agent()): Promise<string> =>
  new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, agent }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve(text))
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    sent.end()
  })

test('a request that arrives before the server starts waits for it', async () => {
  const door = await openDoor(testConfig([]))
  const answer = asked(door.port)
  door.open((_request, response) => response.end('here'))
  expect([await answer, await asked(door.port)]).toEqual(['here', 'here'])
  await door.close()
  expect(await asked(door.port)).toBe('ECONNREFUSED')
})

test('a client has 10 s for the headers, and 30 s for the whole request', async () => {
  const listen = vi.spyOn(NetServer.prototype, 'listen')
  const door = await openDoor(testConfig([]))
  const [server] = listen.mock.contexts
  listen.mockRestore()
  if (!(server instanceof Server)) return expect.unreachable()
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000])
  await door.close()
})

test('a port closes its idle connections at once, and open responses after one second', async () => {
  const door = await openDoor(testConfig([]))
  let received = (): void => {}
  const waiting = new Promise<void>((resolve) => (received = resolve))
  door.open((asking, response) => {
    if (asking.headers.connection === 'close') {
      response.write('begun')
      received()
    } else response.end('idle')
  })
  // A connection that stays open after its response.
  expect(await asked(door.port, new Agent({ keepAlive: true }))).toBe('idle')
  const answer = asked(door.port, new Agent({ keepAlive: false }))
  await waiting
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let isClosed = false
  const closed = door.close().then(() => (isClosed = true))
  vi.advanceTimersByTime(999)
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(false)
  vi.advanceTimersByTime(1)
  await closed
  expect(await answer).toBe('ECONNRESET')
})

/** A port that is already in use. */
async function takenPort(): Promise<number> {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  return (other.address() as AddressInfo).port
}

test('only a taken port that was not requested is replaced, and never on a hosted server', async () => {
  const port = await takenPort()
  const config = { ...testConfig([]), port, port_asked: false }
  const door = await openDoor(config)
  door.open((_request, response) => response.end('here'))
  expect([door.port === port, await asked(door.port)]).toEqual([false, 'here'])
  await door.close()
  const taken = `Port ${port} is in use. Pass another number with --port`
  await expect(openDoor({ ...config, port_asked: true })).rejects.toThrow(taken)
  await expect(openDoor({ ...config, hosted: true })).rejects.toThrow(taken)
  const elsewhere = { ...config, host: '192.0.2.1' }
  await expect(openDoor(elsewhere)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})

test('a free port is used as requested', async () => {
  const { port, close } = await openDoor(testConfig([]))
  await close()
  const door = await openDoor({ ...testConfig([]), port, port_asked: true })
  expect(door.port).toBe(port)
  await door.close()
})
