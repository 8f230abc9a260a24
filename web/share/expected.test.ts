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

test('a link without an expected result is not compared', () => {
  expect(compareWithExpected({}, seen())).toBeUndefined()
})

test('an equal plan is reported as the same', () => {
  expect(compare(seen(), seen())).toEqual({
    same: true,
    hasPlan: true,
    text: 'tool: same chain and plan as when shared.',
    differences: [],
  })
})

test('each changed, added or removed value is listed with its old value and pointer', () => {
  const now = seen({ ...changed, args: ['tool.py'], env: { HOME: '/home/you', MODE: 'new' }, cwd: '/project' })
  const found = compare(seen(), now)
  expect(found?.text).toBe('The chain is the same, but 3 plan values have changed.')
  expect(found?.differences).toEqual([
    { what: 'argv[2]', pointer: '/plan/args/1', before: '--fast', after: undefined },
    { what: '$MODE', pointer: '/env/MODE', before: 'old', after: 'new' },
    { what: 'cwd', pointer: '/plan/cwd', before: undefined, after: '/project' },
  ])
})

test('another chain is reported first, then the values', () => {
  const found = compare(seen(), seen({ ...changed, timeout: 60 }, 'tool', 'other'))
  expect(found?.text).toBe('The chain was tool → runtime when shared; now it is tool → other.')
  expect(found?.differences).toEqual([{ what: 'timeout', pointer: '/plan/timeout', before: '300', after: '60' }])
})

test('two refused runs are equal, but have no plan that is the same', () => {
  const found = compare(refused, refused)
  expect(found).toMatchObject({ same: true, hasPlan: false, text: expect.stringContaining('no plan to compare') })
})

test('a removed plan and an added plan are reported', () => {
  expect(compare(seen(), refused)).toMatchObject({ same: false, text: expect.stringContaining('now refused') })
  expect(compare(refused, seen())).toMatchObject({ same: false, text: expect.stringContaining('now allowed') })
})

test('an old link has only the digest, so the comparison reports no differences', () => {
  const { plan_digest, chain } = expectedOf(seen())
  const found = compareWithExpected({ expected: { plan_digest, chain } }, seen(changed))
  expect(found).toMatchObject({
    same: false,
    text: expect.stringContaining('does not record the old values'),
    differences: [],
  })
})
