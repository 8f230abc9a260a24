import { expect, test } from 'vitest'
import type { RunEvent } from '#core/run'
import { ServerRefusal } from './client.ts'
import { planOf, printed } from './testing/results.ts'
import { trace, accepted, started, ended, silence, streamOf, runWith } from './testing/run-server.ts'

test('a request for approval is reported unchanged and answered per run; a refused answer has a reason (R16.1)', async () => {
  const asks: RunEvent = {
    event: 'graph',
    data: {
      kind: 'asks',
      graph: [],
      question: 'q1',
      digest: 'a'.repeat(64),
      address: 'each@1.1[1]',
      item_id: 'tool:demo/t',
      plan: planOf('a'.repeat(64)),
    },
  }
  const late = new ServerRefusal('question-unknown', 'This question waited too long.', 'Look at what the run asks now.')
  const { run, calls, received, kinds } = runWith({
    startRun: async () => streamOf([accepted, started, asks, ended(await printed('1'))]),
    answerRun: (_id, { answer: word }) => (word === 'no' ? Promise.reject(late) : Promise.resolve()),
  })
  await run.ask()
  await run.start()
  expect(received).toEqual([`graph asks ${JSON.stringify(asks.data).length}`])
  expect(kinds()).toEqual(['asking', 'ready', 'sending', 'waiting', 'running', 'ended'])
  const word = { question: 'q1', digest: 'a'.repeat(64) }
  expect(await run.answer({ ...word, answer: 'node' })).toBeUndefined()
  expect(await run.answer({ ...word, answer: 'no' })).toEqual({ message: late.message, hint: late.hint })
  expect(calls.slice(3)).toEqual([
    `answer "r1" ${JSON.stringify({ ...word, answer: 'node' })}`,
    `answer "r1" ${JSON.stringify({ ...word, answer: 'no' })}`,
  ])
})

test('the plan request contains the start of a walk, and the run steers it; a refusal has a reason (R16.8)', async () => {
  const walk = { breaks: ['b'], resume: { format: 1 } }
  const { run, calls } = runWith(
    {
      startRun: () => Promise.resolve(streamOf([accepted, started, silence])),
      steerRun: (_id, { breaks }) =>
        breaks ? Promise.reject(new ServerRefusal('walk-not-steered', 'It is over.', '')) : Promise.resolve(),
    },
    planOf('own'),
    walk,
  )
  await run.ask()
  expect(calls).toEqual(['health', `plan "${trace}" ${JSON.stringify(walk)}`])
  await run.start()
  expect(await run.steer({ steer: { kind: 'pause' } })).toBeUndefined()
  expect(calls.at(-1)).toBe('steer "r1" {"steer":{"kind":"pause"}}')
  expect(await run.steer({ breaks: [] })).toEqual({ message: 'It is over.', hint: '' })
})
