import { expect, test } from 'vitest'
import { expectedOf, type Analysis } from '#core/answer'
import { compareWithExpected } from './expected.ts'

type Seen = Pick<Analysis, 'chain' | 'plan' | 'provenance'>

const plan = {
  primitive: 'execute',
  command: 'python3',
  args: ['tool.py', '--fast'],
  env: { HOME: '/home/you', MODE: 'old' },
  cwd: null,
  input: null,
  timeout: 300,
  digest: 'a'.repeat(64),
} as const
const seen = (change: object = {}, ...chain: string[]): Seen =>
  ({
    chain: (chain.length > 0 ? chain : ['tool', 'runtime']).map((item_id) => ({ item_id })),
    plan: { ...plan, ...change },
    provenance: {},
  }) as unknown as Seen
const refused: Seen = { ...seen(), plan: null }
const changed = { digest: 'b'.repeat(64) }

function compare(before: Seen, after: Seen) {
  return compareWithExpected({ expected: expectedOf(before) }, after)
}

test('a link that expects nothing is not judged', () => {
  expect(compareWithExpected({}, seen())).toBeUndefined()
})

test('the same plan holds', () => {
  expect(compare(seen(), seen())).toEqual({
    same: true,
    text: 'Same chain and plan as when it was shared.',
    differences: [],
  })
})

test('each value that changed, came or went is named, with what it was and the place that explains it', () => {
  const now = seen({ ...changed, args: ['tool.py'], env: { HOME: '/home/you', MODE: 'new' }, cwd: '/project' })
  const found = compare(seen(), now)
  expect(found?.text).toBe('Same chain, but 3 values of the plan have changed.')
  expect(found?.differences).toEqual([
    { what: 'argv[2]', pointer: '/plan/args/1', before: '--fast', after: undefined },
    { what: '$MODE', pointer: '/env/MODE', before: 'old', after: 'new' },
    { what: 'cwd', pointer: '/plan/cwd', before: undefined, after: '/project' },
  ])
})

test('another chain is reported first, and the values too', () => {
  const found = compare(seen(), seen({ ...changed, timeout: 60 }, 'tool', 'other'))
  expect(found?.text).toBe('The chain was tool → runtime when shared; now it is tool → other.')
  expect(found?.differences).toEqual([{ what: 'timeout', pointer: '/plan/timeout', before: '300', after: '60' }])
})

test('a plan that is gone, and one that came', () => {
  expect(compare(seen(), refused)).toMatchObject({ same: false, text: expect.stringContaining('now refused') })
  expect(compare(refused, seen())).toMatchObject({ same: false, text: expect.stringContaining('now allowed') })
})

test('an old link, which holds the digest only, says that it does not know what differs', () => {
  const { plan_digest, chain } = expectedOf(seen())
  const found = compareWithExpected({ expected: { plan_digest, chain } }, seen(changed))
  expect(found).toMatchObject({
    same: false,
    text: expect.stringContaining('does not record the old values'),
    differences: [],
  })
})
