import { expect, test, vi } from 'vitest'
import type { Analysis } from '#core/answer'
import type { Snapshot } from '#core/workspace'
import { changesBetween, EngineClient, type EnginePort } from './client.ts'
import type { FromEngine, ToEngine } from './messages.ts'

const snapshot = (files: Snapshot['files']): Snapshot => ({ ...({ name: 'x' } as Snapshot), files })

function bench() {
  const sent: ToEngine[] = []
  const ports: EnginePort[] = []
  const answers: number[] = []
  const items: unknown[] = []
  const failures: { problem: string; died: boolean }[] = []
  const client = new EngineClient(
    () => {
      const port: EnginePort = {
        postMessage: (message) => sent.push(message),
        terminate: vi.fn(),
        onmessage: null,
        onerror: null,
      }
      ports.push(port)
      return port
    },
    {
      analysed: (answer) => {
        answers.push(answer.run)
        items.push(answer.items)
      },
      failed: (problem, died) => failures.push({ problem, died }),
    },
  )
  const answer = (run: number): void => {
    const data: FromEngine = { kind: 'analysis', run, analysis: {} as Analysis, items: null, took_ms: 1 }
    ports.at(-1)?.onmessage?.({ data })
  }
  return { client, sent, ports, answers, items, failures, answer }
}

test('a pending question keeps only the latest next question, and an outdated answer is dropped', () => {
  const { client, sent, answers, answer } = bench()
  for (const text of ['1', '2', '3']) client.ask(snapshot({ '/project/a': text }), [])
  expect(sent).toHaveLength(1)
  answer(1)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ kind: 'change', changes: [['/project/a', '3']] })
  answer(2)
  expect(answers).toEqual([2])
})

test('an answer that arrives twice is reported once, even when the next question is already sent', () => {
  const { client, sent, answers, answer } = bench()
  client.ask(snapshot({ '/project/a': '1' }), [])
  answer(1)
  answer(1)
  client.ask(snapshot({ '/project/a': '2' }), [])
  answer(1)
  expect(answers).toEqual([1])
  answer(2)
  expect(answers).toEqual([1, 2])
  expect(sent).toHaveLength(2)
})

test('the list of items survives an outdated answer', () => {
  const { client, ports, items } = bench()
  client.ask(snapshot({ '/project/a': '1' }), [])
  client.ask(snapshot({ '/project/a': '2' }), [])
  const list: FromEngine = { kind: 'analysis', run: 1, analysis: {} as Analysis, items: [], took_ms: 1 }
  ports[0]?.onmessage?.({ data: list })
  ports[0]?.onmessage?.({ data: { ...list, run: 2, items: null } })
  expect(items).toEqual([[]])
})

test('waiting for the answer ends when the last question is answered or its worker crashes', async () => {
  const { client, answers, ports, answer } = bench()
  const ended: string[] = []
  const wait = (name: string) => client.answered().then(() => ended.push(`${name} after ${answers.join()}`))
  await wait('nothing')
  client.ask(snapshot({ '/project/a': '1' }), [])
  client.ask(snapshot({ '/project/a': '2' }), [])
  const both = wait('both')
  answer(1)
  await Promise.resolve()
  answer(2)
  await both
  client.ask(snapshot({ '/project/a': '3' }), [])
  const dead = wait('dead')
  ports.at(-1)?.onerror?.({})
  await dead
  expect(ended).toEqual(['nothing after ', 'both after 2', 'dead after 2'])
})

test('a question equal to the pending one is not sent', () => {
  const { client, sent, answers, answer } = bench()
  const draft = snapshot({})
  const without: string[] = []
  client.ask(draft, without)
  client.ask(draft, without)
  answer(1)
  expect(sent).toHaveLength(1)
  expect(answers).toEqual([1])
})

test('only changed files are sent', () => {
  const same = { base64: 'AA==' }
  expect(changesBetween({ '/a': 'x', '/b': same, '/c': 'c' }, { '/a': 'y', '/b': same, '/d': 'd' })).toEqual([
    ['/a', 'y'],
    ['/d', 'd'],
    ['/c', null],
  ])
})

test('a crashed worker is replaced, and the next question sends the whole draft', () => {
  const { client, sent, ports, failures } = bench()
  client.ask(snapshot({}), [])
  ports[0]?.onerror?.({ message: 'boom' })
  expect(failures).toEqual([{ problem: 'boom', died: true }])
  client.ask(snapshot({}), [])
  expect(ports).toHaveLength(2)
  expect(sent[1]?.kind).toBe('open')
})

test('a worker that times out counts as crashed', () => {
  vi.useFakeTimers()
  const { client, ports, failures } = bench()
  client.ask(snapshot({}), [])
  vi.advanceTimersByTime(10_001)
  expect(ports[0]?.terminate).toHaveBeenCalled()
  expect(failures[0]).toMatchObject({ died: true })
  vi.useRealTimers()
})

test('a large draft is compared in a separate task, which a crash of the worker cancels', async () => {
  vi.useFakeTimers()
  try {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`/project/${at}`, '']))
    const { client, sent, ports, answers, answer } = bench()
    client.ask(snapshot(many), [])
    expect(sent).toEqual([])
    ports[0]?.onerror?.({ message: 'gone' })
    await vi.runOnlyPendingTimersAsync()
    expect(sent).toEqual([])
    client.ask(snapshot(many), [])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveLength(1)
    answer(2)
    expect(answers).toEqual([2])
    // A key press in the loaded draft is sent immediately.
    client.ask(snapshot({ ...many, '/project/0': 'x' }), [])
    expect(sent).toHaveLength(2)
    expect(sent[1]).toMatchObject({ kind: 'change', changes: [['/project/0', 'x']] })
  } finally {
    vi.useRealTimers()
  }
})
