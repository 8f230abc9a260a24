import { expect, test } from 'vitest'
import { open } from '../testing/workspace.ts'
import { coverageOf } from './coverage.ts'

const files = {
  '/project/.ai/tools/rt/a.yaml':
    'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nchild_constraints: {max_version: "1.9.0"}\nconfig: {command: sh, args: ["{flag}"], flag: x}\n',
  '/project/.ai/tools/t.yaml': 'version: "1.0.0"\nexecutor_id: rt/a\n',
  '/user/.ai/tools/rt/a.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: cat}\n',
}

function covered(goals: string) {
  const { workspace } = open({ files: { ...files, '/project/.ai/expect/t.yaml': `item: t\ngoals: [${goals}]\n` } })
  const { rules, survivors } = coverageOf(workspace)
  return { rules, survivors, places: survivors.map(({ rule, what, at }) => `${rule} ${what} ${at?.from.line ?? ''}`) }
}

test('without an expectation, no change is noticed, and surviving changes are listed with their rules', () => {
  const { workspace } = open({ files })
  const { rules, survivors, noticed } = coverageOf(workspace)
  expect(noticed).toBe(0)
  expect(survivors.map(({ rule, what }) => `${rule} ${what}`)).toEqual(
    expect.arrayContaining([
      'R1.5 delete rt/a',
      'R3.1 executor_id: "rt/a-changed"',
      'R4.3 version: "999.0.0"',
      'R9.1 config.command: "sh-changed"',
    ]),
  )
  expect(rules.find(({ rule }) => rule === 'R1.5')).toMatchObject({ decided: 2, mutants: 1, noticed: 0 })
  expect(rules.find(({ rule }) => rule === 'R4.3')?.decided).toBe(1)
})

test('an expectation about the command detects changes to the command, and the other changes are listed', () => {
  const { places, rules } = covered('{at: /plan/command, is: sh}')
  expect(places).not.toContain('R9.1 config.command: "sh-changed" 4')
  expect(places).toContain('R9.1 config.flag: "x-changed" 4')
  expect(rules.find(({ rule }) => rule === 'R9.1')).toMatchObject({ noticed: 1 })
  expect(covered('{at: /plan/args, is: [x]}').places).not.toContain('R9.1 config.flag: "x-changed" 4')
})

test('an expectation about the status detects a changed verdict', () => {
  const version = 'R4.3 version: "999.0.0" 1'
  expect(covered('{at: /item_id, is: t}').places).toContain(version)
  expect(
    covered('{at: /status, is: ready}').survivors.filter(
      ({ rule, at }) => rule === 'R4.3' && at?.path.endsWith('t.yaml'),
    ),
  ).toEqual([])
})

test('changes survive an expectation that already fails', () => {
  const { survivors } = covered('{at: /plan/command, is: wrong}')
  expect(survivors.length).toBeGreaterThan(5)
})
