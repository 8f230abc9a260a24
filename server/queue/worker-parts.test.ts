import { expect, test } from 'vitest'
import type { JsonValue } from '#core/read'
import type { SentEvent } from '../run/result-message.ts'
import { keys, prefix } from './keys.ts'
import { openQuestionIn } from './open-question.ts'
import { SharedFiles } from './shared-files.ts'
import { readWorkerConfig } from './worker-main.ts'

const asks = (question: string): SentEvent => ({
  event: 'graph',
  data: { kind: 'asks', question, digest: `of ${question}` },
})
const graph = (data: JsonValue): SentEvent => ({ event: 'graph', data })
const output: SentEvent = { event: 'stdout', data: { text: 'x' } }

test.for<[string, readonly SentEvent[], string]>([
  ['no message', [], ''],
  ['output', [output], ''],
  ['a question', [asks('q')], 'q of q'],
  ['a question among other messages', [output, asks('q'), output], 'q of q'],
  ['two questions', [asks('q'), asks('r')], 'r of r'],
  ['an answer', [graph({ kind: 'answered' })], '-'],
  ['a question with its answer', [asks('q'), graph({ kind: 'answered' })], '-'],
  ['an answer before a question', [graph({ kind: 'answered' }), asks('q')], 'q of q'],
  ['another message', [graph({ kind: 'held' })], ''],
  ['messages that are not objects', [graph(null), graph('asks'), graph(['asks']), graph({ other: 1 })], ''],
  ['the same data in another event', [{ ...asks('q'), event: 'trace' } as unknown as SentEvent], ''],
  [
    'messages that are already JSON text',
    [{ event: 'graph', text: '{"kind":"asks","question":"q","digest":"d"}' }],
    '',
  ],
])('the open question is found after %s', ([, events, expected]) => {
  expect(openQuestionIn(events)).toBe(expected)
})

test('a worker fetches shared files once, and keeps the eight sets that it used last', async () => {
  const fetched: string[] = []
  const files = new SharedFiles((sha) => (fetched.push(sha), Promise.resolve(sha === 'none' ? null : `files ${sha}`)))
  const find = async (...shas: readonly (number | string)[]) => {
    const found: unknown[] = []
    for (const sha of shas) found.push(await files.find(String(sha)))
    return found
  }
  expect(await find(1, 1, 'none', 'none')).toEqual(['files 1', 'files 1', null, null])
  expect(fetched.splice(0)).toEqual(['1', 'none', 'none'])
  await find(2, 3, 4, 5, 6, 7, 8)
  // The first set is used again, so the second is now the oldest.
  await find(1, 9)
  fetched.length = 0
  await find(1, 3, 4, 5, 6, 7, 8, 9)
  expect(fetched).toEqual([])
  await find(2)
  expect(fetched).toEqual(['2'])
})

test('each key of the queue has its version and its own name', () => {
  expect(prefix).toMatch(/^rye:v\d+:$/)
  const names = [
    ...[keys.run('id'), keys.events('id'), keys.follower('id'), keys.news('id'), keys.files('id'), keys.rate('id')],
    ...[keys.seats, keys.running, keys.workers, keys.figures, keys.probe, keys.level, keys.hosted],
  ]
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name.startsWith(prefix) && name.length > prefix.length).toBe(true)
  for (const name of names.slice(0, 6)) expect(name.split(':')).toContain('id')
})

test.for([
  [['--queue', 'redis://r', '--concurrency', '7'], 7],
  [['--queue', 'redis://r', '--concurrency=7'], 7],
  [['--queue', 'redis://r', '--runs-at-once', '7'], 7],
] as const)('a worker with the flags %j executes %i runs at once', ([argv, most]) => {
  const read = readWorkerConfig(argv, {})
  expect(read.kind === 'ready' && [read.config.queue, read.config.runs_at_once]).toEqual(['redis://r', most])
})

test('a worker requires a queue, and refuses unknown flags', () => {
  const needs = ['--queue is missing. Pass redis://HOST, the queue whose runs this worker executes.']
  expect(readWorkerConfig([], {})).toEqual({ kind: 'refused', messages: needs })
  expect(readWorkerConfig([], { RYE_QUEUE: 'redis://r' }).kind).toBe('ready')
  expect(readWorkerConfig(['--queue', 'redis://r', '--concurrency-x', '7'], {}).kind).toBe('refused')
})
