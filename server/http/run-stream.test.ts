import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import type { FollowedRun } from '../run/run-service.ts'
import type { NumberedEvent } from '../run/runs.ts'
import { turnsDuring } from '../testing/turns-during.ts'
import { streamRun } from './run-stream.ts'

afterEach(() => void vi.restoreAllMocks())

const unused = (): never => expect.unreachable('a stream only reads')

/** The HTTP response of a run with these events. */
async function answerOf(events: FollowedRun['events']): Promise<Response> {
  const app = new Hono()
  const run: FollowedRun = { id: 'run', session: null, events, cancel: unused, answer: unused, steer: unused }
  app.get('/', (c) => streamRun(c, run, 3))
  return app.request('/')
}

const stdoutEvent = (text: string, number: number): NumberedEvent => ({ number, event: 'stdout', text })
const block = ({ number, event, text }: NumberedEvent): string => `event: ${event}\ndata: ${text}\nid: ${number}\n\n`

test.for([
  { name: 'short events', texts: ['{}', '{"a":1}', '""'] },
  { name: 'an event as long as a chunk', texts: ['x'.repeat(100_000), '{}'] },
  { name: 'long events between short events', texts: ['{}', 'x'.repeat(100_001), '{}', 'y'.repeat(350_000), '{}'] },
  { name: 'characters that span two chunks', texts: [`${'x'.repeat(99_999)}${'😀'.repeat(100_001)}`] },
  { name: 'a thousand short events', texts: Array<string>(1000).fill('z'.repeat(999)) },
  { name: 'no events', texts: [] },
])('every event arrives complete and in order: $name', async ({ texts }) => {
  const events = texts.map((text, index) => stdoutEvent(text, index + 4))
  let begin = -1
  const answer = await answerOf(async function* (after) {
    begin = after
    for (const event of events) yield await Promise.resolve(event)
  })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-accel-buffering')).toBe('no')
  expect(await answer.text()).toBe(events.map(block).join(''))
  expect(begin).toBe(3)
})

test('output is sent before the next event arrives', async () => {
  let next = (): void => {}
  const answer = await answerOf(async function* () {
    yield stdoutEvent('"first"', 1)
    await new Promise<void>((resolve) => (next = resolve))
    yield stdoutEvent('"second"', 2)
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe(block(stdoutEvent('"first"', 1)))
  next()
  expect((await reader.read()).value).toBe(block(stdoutEvent('"second"', 2)))
  expect((await reader.read()).done).toBe(true)
})

test('a client that disconnects ends the stream', async () => {
  let stopped = (): void => {}
  const end = new Promise<void>((resolve) => (stopped = resolve))
  const answer = await answerOf(async function* (_after, signal) {
    yield stdoutEvent('{}', 1)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    stopped()
  })
  const reader = answer.body!.getReader()
  await reader.read()
  await reader.cancel()
  await end
})

const rounds = async (count: number): Promise<void> => {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve))
}

test('a client that reads slowly gets each event once, in order', async () => {
  const texts = ['{}', '{"a":1}', 'x'.repeat(250_000), '[]', 'y'.repeat(150_000), '""']
  const events = texts.map((text, index) => stdoutEvent(text, index))
  const answer = await answerOf(async function* () {
    for (const event of events) {
      await rounds(3)
      yield event
    }
  })
  await rounds(30)
  let text = ''
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    await rounds(5)
  }
  expect(text).toBe(events.map(block).join(''))
})

test('a silent run sends a heartbeat every 15 seconds, but never inside an event', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let next = (): void => {}
    const answer = await answerOf(async function* () {
      yield stdoutEvent('"first"', 1)
      await new Promise<void>((resolve) => (next = resolve))
      yield stdoutEvent('x'.repeat(250_000), 2)
    })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe(block(stdoutEvent('"first"', 1)))
    await rounds(3)
    vi.advanceTimersByTime(15_000)
    expect((await reader.read()).value).toBe(': still here\n\n')
    next()
    await rounds(3)
    vi.advanceTimersByTime(15_000)
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value
    expect(rest).toBe(block(stdoutEvent('x'.repeat(250_000), 2)))
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test.for([
  { name: 'a long event', texts: ['x'.repeat(250_000)] },
  { name: 'short events', texts: Array<string>(10).fill('x'.repeat(60_000)) },
])('a client that disconnects without reading $name ends the stream', async ({ texts }) => {
  let ended = (): void => {}
  const end = new Promise<void>((resolve) => (ended = resolve))
  const answer = await answerOf(async function* () {
    try {
      for (const [index, text] of texts.entries()) yield await Promise.resolve(stdoutEvent(text, index))
    } finally {
      ended()
    }
  })
  await rounds(10)
  await answer.body!.cancel()
  await end
})

test('events wait while the client does not read', async () => {
  let count = 0
  const answer = await answerOf(async function* () {
    while (count < 100) yield await Promise.resolve(stdoutEvent('x'.repeat(60_000), count++))
  })
  await rounds(50)
  expect(count).toBeLessThan(10)
  const text = await answer.text()
  expect([count, text.match(/^id: /gm)?.length]).toEqual([100, 100])
})

test('short events that arrive together are written together', async () => {
  const answer = await answerOf(async function* () {
    for (let number = 0; number < 1000; number++) yield await Promise.resolve(stdoutEvent('{}', number))
  })
  let reads = 0
  for await (const part of answer.body!) if (part) reads++
  expect(reads).toBe(1)
})

test.for([
  { name: 'runs between the slices of a long event', elapses: 10, least: 50, most: 500 },
  { name: 'does not interrupt a fast client', elapses: 0, least: 0, most: 40 },
])('other work of the server $name', async ({ elapses, least, most }) => {
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (time += elapses))
  const answer = await answerOf(async function* () {
    yield await Promise.resolve(stdoutEvent('x'.repeat(5_000_000), 1))
  })
  const turns = await turnsDuring(answer.text())
  expect(turns).toBeGreaterThanOrEqual(least)
  expect(turns).toBeLessThanOrEqual(most)
})
