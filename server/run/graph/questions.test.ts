import { expect, test, vi } from 'vitest'
import type { Plan } from '#core/answer'
import { noUser } from '#core/run'
import { Questions, type Answer } from './questions.ts'

const plan = (digest: string): Plan => ({
  primitive: 'execute',
  command: 'c',
  args: [],
  env: {},
  cwd: null,
  input: null,
  timeout: 1,
  digest,
})
const place = (address: string, item_id = 'say') => ({ item_id, address })

function asking(confirmed: readonly string[] = []) {
  const asked: { readonly question: string; readonly digest: string }[] = []
  const said: Answer[] = []
  const cancel = new AbortController()
  const questions = new Questions({
    confirmed,
    waitMs: 1000,
    signal: cancel.signal,
    ask: ({ question, plan: { digest } }) => void asked.push({ question, digest }),
    answered: (_question, word) => void said.push(word),
  })
  return { asked, said, cancel, questions }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('a confirmed command runs without a question, and any other command waits for its own approval', async () => {
  const { asked, questions } = asking(['seen'])
  expect(await questions.refusal(plan('seen'), place('a@1.1'))).toBeNull()
  expect(asked).toEqual([])
  const waiting = questions.refusal(plan('new'), place('a@1.1'))
  await settle()
  const [{ question } = { question: '' }] = asked
  // 192 random bits, so it cannot be guessed.
  expect(question).toMatch(/^[\w-]{32}$/)
  expect(questions.take('another', 'new', 'this')).toBe('unknown')
  expect(questions.take(question, 'seen', 'this')).toBe('differs')
  expect(questions.take(question, 'new', 'this')).toBe('taken')
  expect(await waiting).toBeNull()
  expect(questions.take(question, 'new', 'this')).toBe('unknown')
})

test('one question is open at a time, and calls that wait for the same command share its answer', async () => {
  const { asked, questions } = asking()
  const waiting = ['one', 'one', 'two'].map((digest) => questions.refusal(plan(digest), place('a@1.1')))
  await settle()
  expect(asked.map(({ digest }) => digest)).toEqual(['one'])
  questions.take(asked[0]?.question ?? '', 'one', 'no')
  await settle()
  expect(asked.map(({ digest }) => digest)).toEqual(['one', 'two'])
  questions.take(asked[1]?.question ?? '', 'two', 'this')
  const refused = 'The request to run this command was declined.'
  expect(await Promise.all(waiting)).toEqual([refused, refused, null])
})

test('an approval for a node applies to its other visits, attempts and items, and to no other node or item', async () => {
  const { asked, questions } = asking()
  const waiting = questions.refusal(plan('one'), place('flow/each@1.1[0]'))
  await settle()
  questions.take(asked[0]?.question ?? '', 'one', 'node')
  expect(await waiting).toBeNull()
  expect(await questions.refusal(plan('two'), place('flow/each@2.3[12]'))).toBeNull()
  expect(asked).toHaveLength(1)
  const others = [place('flow/next@1.1'), place('flow/each@1.1[0]', 'write'), place('each@1.1[0]')]
  for (const [index, other] of others.entries()) {
    void questions.refusal(plan(`other ${index}`), other)
    await settle()
    expect(asked.slice(1).map(({ digest }) => digest)).toContain(`other ${index}`)
    questions.take(asked.at(-1)?.question ?? '', `other ${index}`, 'no')
    await settle()
  }
})

test('without a timely answer, or in a canceled walk, a command is denied, and the next visit asks again', async () => {
  vi.useFakeTimers()
  try {
    const { asked, said, cancel, questions } = asking()
    const refused = 'This command was not approved in time.'
    const late = questions.refusal(plan('one'), place('a@1.1'))
    await vi.advanceTimersByTimeAsync(999)
    expect(said).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await late).toBe(refused)
    const again = questions.refusal(plan('one'), place('a@2.1'))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(2)
    cancel.abort()
    expect(await again).toBe(refused)
    expect(await questions.refusal(plan('two'), place('a@3.1'))).toBe(refused)
    expect(asked).toHaveLength(2)
    expect(said).toEqual([noUser, noUser])
  } finally {
    vi.useRealTimers()
  }
})
