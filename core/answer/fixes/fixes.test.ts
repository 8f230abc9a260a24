import { expect, test } from 'vitest'
import { resolveRun } from '../analyze.ts'
import { codeEntries, codes } from '../../testing/diagnostics/entries.ts'
import { afterFix, fixesOf } from '../../testing/fixes.ts'
import { open, workspace } from '../../testing/workspace.ts'
import { changedWorkspace, explainFixes } from './explain.ts'

test('no fix of a ready item counts as verified', () => {
  const { analyze, workspace: here } = open(workspace`
    === project/tools/t.yaml
    version: "1.0.0"
    category: demo
    executor_id: rye/core/primitives/execute
    config: {command: ls}
  `)
  expect(analyze('t').status).toBe('ready')
  expect(explainFixes(here, { item_id: 't', parameters: '{}' }).map(({ state }) => state)).not.toContain('verified')
})

test.for(codes.filter((code) => !codeEntries[code].only && code !== 'dependency-limit'))(
  '%s: every verified fix removes a finding, and no fix changes a system file',
  (code) => {
    const { files, bytes = {}, item, settings = {} } = codeEntries[code]
    const all = { files: { ...files.files, ...bytes }, marks: [] }
    const asked = fixesOf({ files: all, settings, ...(item !== undefined && { item }) })
    const before = resolveRun(asked.here, asked.request)
    for (const fix of asked.fixes) {
      for (const change of fix.changes) if ('path' in change) expect(change.path).toMatch(/^\/(?:project|user)\//)
      if (fix.state !== 'verified') continue
      const now = afterFix(asked, fix)
      expect(now.ready).toBe(fix.ready)
      const count = (findings: typeof now.findings): number => findings.filter((one) => one.code === fix.code).length
      const milder = fix.changes.some(({ kind }) => kind === 'dev-mode')
      if (!milder) expect(count(now.findings), fix.title).toBeLessThan(count(before.findings))
    }
  },
)

test('several edits of one file are tried together, each at its place', () => {
  const { workspace: here } = open(workspace`
    === project/tools/t.yaml
    executor_id: one
    category: two
  `)
  const path = '/project/.ai/tools/t.yaml'
  const edits = [
    { kind: 'edit', path, start: 13, end: 16, text: 'rye/core/primitives/execute' },
    { kind: 'edit', path, start: 27, end: 27, text: 'number ' },
    { kind: 'edit', path, start: 27, end: 30, text: '2' },
  ] as const
  for (const changes of [edits, edits.toReversed()])
    expect(changedWorkspace(here, changes)?.file(path)?.text).toBe(
      'executor_id: rye/core/primitives/execute\ncategory: number 2\n',
    )
})

test.for([
  { text: '${A:-b', title: 'Add the closing brace', now: '${A:-b}' },
  { text: '${A-b}', title: 'Write ${A:-b}', now: '${A:-b}' },
  { text: '${A:?no}', title: undefined, now: undefined },
  { text: '${A:-${B}}', title: undefined, now: undefined },
])('R6.4: $text gets the expected fix, or none', ({ text, title, now }) => {
  const yaml = `executor_id: rye/core/primitives/execute\nenv_config: {env: {X: "${text}"}}\nconfig: {command: ls}\n`
  const asked = fixesOf({ files: { files: { '/project/.ai/tools/t.yaml': yaml }, marks: [] } })
  const fix = asked.fixes.find(({ code }) => code === 'variable-form')
  expect(fix?.title).toBe(title)
  if (fix) expect(afterFix(asked, fix).env?.get('X')?.text).toBe(now && 'b')
})

test('R6.2: the fix of a quoted value in .env removes the quotes', () => {
  const files = {
    '/project/.ai/tools/t.yaml': 'executor_id: rye/core/primitives/execute\nconfig: {command: ls}\n',
    '/project/.env': `A='b c'\n`,
  }
  const asked = fixesOf({ files: { files, marks: [] } })
  const fix = asked.fixes.find(({ code }) => code === 'dotenv-quoted')
  expect(fix?.title).toBe('Remove the quotes')
  if (fix) expect(afterFix(asked, fix).env?.get('A')?.text).toBe('b c')
})
