import { afterEach, expect, test, vi } from 'vitest'
import { exampleSnapshots } from '../../core/testing/examples.ts'
import { AnswerReader, answerMemory, AnswerWriter } from './answer-memory.ts'
import { Engine } from './engine.ts'
import { handle } from './handle.ts'
import type { FromEngine } from './messages.ts'

type Analysed = Extract<FromEngine, { readonly kind: 'analysis' }>

function ends() {
  const memory = new SharedArrayBuffer(256 * 1024)
  return { memory, writer: new AnswerWriter(memory), reader: new AnswerReader(memory) }
}

/** An engine's answer about a draft. */
async function answerTo(snapshot: ReturnType<typeof exampleSnapshots>[string], run: number): Promise<Analysed> {
  const answer = await handle(new Engine(), { kind: 'open', run, snapshot, without: [] }, () => 0)
  if (answer.kind !== 'analysis') throw new Error(`no analysis: ${JSON.stringify(answer)}`)
  return answer
}

afterEach(() => vi.unstubAllGlobals())

test.for(Object.entries(exampleSnapshots()))(
  'the example %s has the same answer through shared memory as through a message',
  async ([, snapshot]) => {
    const { writer, reader } = ends()
    const answer = { ...(await answerTo(snapshot, 7)), items: null }
    writer.write(answer)
    expect(reader.take()).toStrictEqual(structuredClone(answer))
  },
)

test('an answer is taken once, and the next answer replaces it', async () => {
  const { writer, reader } = ends()
  expect(reader.take()).toBeUndefined()
  const [snapshot] = Object.values(exampleSnapshots())
  const answer = await answerTo(snapshot!, 1)
  writer.write(answer)
  expect(reader.take()?.run).toBe(1)
  expect(reader.take()).toBeUndefined()
  writer.write({ ...answer, run: 2 })
  writer.write({ ...answer, run: 3 })
  expect(reader.take()?.run).toBe(3)
})

test('an answer that does not fit is not written, and removes the previous one', async () => {
  const { writer, reader } = ends()
  const [snapshot] = Object.values(exampleSnapshots())
  const answer = await answerTo(snapshot!, 1)
  writer.write(answer)
  const items = Array.from({ length: 5_000 }, (_, at) => ({
    item_id: `a/${at}`,
    path: `/p/${at}`,
    space: 'project' as const,
  }))
  writer.write({ ...answer, run: 2, items })
  expect(reader.take()).toBeUndefined()
})

test('an answer overwritten during a read is not taken', async () => {
  const { memory, writer, reader } = ends()
  const [snapshot] = Object.values(exampleSnapshots())
  const answer = await answerTo(snapshot!, 1)
  writer.write(answer)
  const load = Atomics.load.bind(Atomics)
  // The engine starts to write the next answer after the page has read the length of this one.
  const spy = vi.spyOn(Atomics, 'load').mockImplementation(((head: Int32Array, at: number) => {
    const value = load(head, at)
    if (at === 1) Atomics.store(new Int32Array(memory), 0, 0)
    return value
  }) as typeof Atomics.load)
  expect(reader.take()).toBeUndefined()
  spy.mockRestore()
  writer.write({ ...answer, run: 2 })
  expect(reader.take()?.run).toBe(2)
})

test.for([
  { name: 'a cross-origin isolated page', isolated: true, memory: SharedArrayBuffer, shares: true },
  { name: 'any other page', isolated: false, memory: SharedArrayBuffer, shares: false },
  { name: 'a browser without shared memory', isolated: true, memory: undefined, shares: false },
])('$name shares memory: $shares', ({ isolated, memory, shares }) => {
  vi.stubGlobal('crossOriginIsolated', isolated)
  vi.stubGlobal('SharedArrayBuffer', memory)
  expect(answerMemory() !== undefined).toBe(shares)
})
