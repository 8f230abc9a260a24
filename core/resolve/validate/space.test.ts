import { expect, test } from 'vitest'
import { validateClaims } from './chain.ts'
import type { Claim } from './claim.ts'
import { checkSpace } from './space.ts'
import { mayDependOn } from '../../rules/space.ts'
import { open, workspace } from '../../testing/workspace.ts'
import { untraced } from '../../trace.ts'
import { validateChain } from './plain.ts'
import { everyPart } from '../../pure-host.ts'

// R4.1: the spaces that each space can depend on.

const claim = (item_id: string, space: string): Claim => ({ item_id, space, at: () => null })

const spaces = ['project', 'user', 'system', 'system:core', 'galaxy'] as const
/**
 * The expected rule: the precedence of the child's space is equal to or higher than the precedence of the parent's
 * space.
 */
const precedence: Readonly<Record<string, number>> = { project: 3, user: 2, system: 1, 'system:core': 1, galaxy: 0 }

test.for(spaces.flatMap((child) => spaces.map((parent) => [child, parent] as const)))(
  'R4.1: the precedence of spaces decides whether a %s element can depend on a %s element',
  ([child, parent]) => {
    const allowed = (precedence[child] ?? 0) >= (precedence[parent] ?? 0)
    const codes: string[] = []
    const verdict = checkSpace(claim('c', child), claim('p', parent), ({ code }) => void codes.push(code))
    expect(mayDependOn(child, parent)).toBe(allowed)
    expect(verdict).toBe(allowed ? 'ok' : 'failed')
    const leadsOut = child.startsWith('system') && (parent === 'project' || parent === 'user')
    expect(codes).toEqual([...(allowed ? [] : ['space-incompatible']), ...(leadsOut ? ['system-to-mutable'] : [])])
  },
)

test('R4.1: a system element in the middle of a chain cannot depend on a user element', () => {
  const chain = [claim('a', 'project'), claim('b', 'system:core'), claim('c', 'user'), claim('d', 'system')]
  const { valid, findings } = validateClaims(chain, untraced)
  expect(valid).toBe(false)
  expect(findings.map(({ code }) => code)).toEqual(['space-incompatible', 'system-to-mutable'])
})

test('R4.1: the rule refuses a project runtime that a global search finds for a user tool', () => {
  const files = workspace`
    === user/tools/t.yaml
    executor_id: «runner»
    === project/tools/runner.yaml
    executor_id: rye/core/primitives/execute
    config: {command: ls}
  `
  const run = open(files, { search: 'global' }).analyze('t')
  const [finding] = run.diagnostics.filter(({ code }) => code === 'space-incompatible')
  expect(finding?.at).toMatchObject(files.marks[0] ?? {})
  expect(finding?.facts).toEqual({ child: 't', parent: 'runner', child_space: 'user', parent_space: 'project' })
  expect(run.validation).toMatchObject({
    valid: false,
    validated_pairs: 2,
    pairs: [{ space: 'failed' }, { space: 'ok' }],
  })
  expect(run.status).toBe('refused')
})

test.for([
  {
    chain: [
      ['git', 'project'],
      ['python_runtime', 'system'],
      ['subprocess', 'system'],
    ],
    valid: true,
    issues: 0,
  },
  {
    chain: [
      ['custom_scraper', 'project'],
      ['python_runtime', 'system'],
    ],
    valid: true,
    issues: 0,
  },
  {
    chain: [
      ['user_tool', 'user'],
      ['project_tool', 'project'],
    ],
    valid: false,
    issues: 1,
  },
  {
    chain: [
      ['system_tool', 'system'],
      ['project_tool', 'project'],
    ],
    valid: false,
    issues: 1,
  },
  { chain: [], valid: true, issues: 0 },
] as const)(
  'R4.4: for the plain elements of seed 003, the chain $chain is valid: $valid',
  ({ chain, valid, issues }) => {
    const verdict = validateChain(
      chain.map(([item_id, space]) => ({ item_id, space, type: 'python' })),
      everyPart,
    )
    expect([verdict.valid, verdict.validated_pairs]).toEqual([valid, Math.max(0, chain.length - 1)])
    expect(verdict.issues.length).toBe(issues)
    if (!valid) expect(verdict.issues[0]).toContain(chain[0]?.[0] ?? '')
  },
)

test.for([
  ['user', 'project'],
  ['system', 'project'],
  ['system:core', 'user'],
] as const)(
  'seed 003: a %s tool that depends on a %s tool is refused once, with the message of the document',
  ([child, parent]) => {
    const chain = [
      { item_id: 'a', space: child },
      { item_id: 'b', space: parent },
    ]
    expect(validateChain(chain, everyPart).issues).toEqual([
      `Tool 'a' from ${child} space cannot depend on 'b' from ${parent} space. Use a higher-precedence space version or pin the dependency.`,
    ])
  },
)
