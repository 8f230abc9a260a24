import { expect, test } from 'vitest'
import { analyze } from './analyze.ts'
import { expectedOf } from './expected.ts'
import { decodeShare, encodeShare } from '../share/share.ts'
import { parseSnapshot } from '../workspace/snapshot/snapshot-parser.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { linkableExamples, workspaceOfDraft } from '../testing/examples.ts'

const examples = linkableExamples()
const hello = examples['hello-chain']!

function seen(snapshot: Snapshot): NonNullable<Snapshot['expected']> {
  return expectedOf(analyze(workspaceOfDraft(snapshot), snapshot))
}

test('the result recorded in a link contains the plan digest, the chain and the values of the plan', () => {
  expect(seen(hello)).toMatchObject({
    plan_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    chain: ['demo/greet', 'rye/core/runtimes/python/script', 'rye/core/primitives/execute'],
    values: { '/command': 'python3', '/args/2': '/project', '/env/RYE_PYTHON': 'python3', '/timeout': '300' },
  })
})

test('no secret in the draft is among the values', () => {
  const secret = 'wholly-private-4711'
  const files = {
    '/project/.env': `WORD=${secret}\n`,
    '/project/.ai/tools/t.yaml':
      'executor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [a, "key ${WORD}"]}\n',
  }
  const { values } = seen({ ...hello, item_id: 't', files })
  expect(values?.['/env/WORD']).toMatch(/^secret:/)
  expect(values?.['/args/1']).toContain('secret:')
  expect(JSON.stringify(values)).not.toContain(secret)
})

test('a long value is shortened, and differs from another of the same length', () => {
  const input = (text: string): string =>
    seen({ ...hello, parameters: JSON.stringify({ name: text }) }).values!['/input']!
  const long = 'x'.repeat(5_000)
  expect(input(long).length).toBeLessThan(200)
  expect(input(long)).not.toBe(input(`${long.slice(1)}y`))
})

test('a plan with very many values is pinned by its digest alone', () => {
  const environ = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`V${index}`, 'x']))
  const expected = seen({ ...hello, world: { environ } })
  expect(expected.plan_digest).not.toBeNull()
  expect(expected.values).toBeUndefined()
})

test('a snapshot whose recorded view has a very long variable name is still valid', () => {
  const expected = seen({ ...hello, world: { environ: { PATH: '/usr/bin', ['V'.repeat(1_001)]: 'x' } } })
  expect(parseSnapshot({ ...hello, expected }).kind).toBe('snapshot')
})

test.for(Object.entries(examples))('the shared link of the example %s stays short', ([, snapshot]) => {
  const shared = { ...snapshot, expected: seen(snapshot) }
  const link = encodeShare(shared)
  expect(decodeShare(link)).toMatchObject({ kind: 'snapshot', snapshot: shared, ignored: [] })
  // A link with one changed file must stay under 500 characters, including the change.
  expect(link.length).toBeLessThan(450)
})
