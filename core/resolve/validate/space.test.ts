import { expect, test } from 'vitest'
import { validateClaims } from './chain.ts'
import type { Claim } from './claim.ts'
import { checkSpace } from './space.ts'
import { mayDependOn } from '../../rules/space.ts'
import { open, workspace } from '../../testing/workspace.ts'
import { untraced } from '../../trace.ts'

// R4.1: who may depend on whom.

const claim = (item_id: string, space: string): Claim => ({ item_id, space, at: () => null })

const spaces = ['project', 'user', 'system', 'system:core', 'galaxy'] as const
/** By the rule: the child's space has the same or a higher precedence than the parent's. */
const precedence: Readonly<Record<string, number>> = { project: 3, user: 2, system: 1, 'system:core': 1, galaxy: 0 }

test.for(spaces.flatMap((child) => spaces.map((parent) => [child, parent] as const)))(
  'R4.1: a %s element on a %s one',
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

test('R4.1: no system element leads back to project or user anywhere in the chain', () => {
  const chain = [claim('a', 'project'), claim('b', 'system:core'), claim('c', 'user'), claim('d', 'system')]
  const { valid, findings } = validateClaims(chain, untraced)
  expect(valid).toBe(false)
  expect(findings.map(({ code }) => code)).toEqual(['space-incompatible', 'system-to-mutable'])
})

test('R4.1: only a global search lets the rule be seen to fire', () => {
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
