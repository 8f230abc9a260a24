import { expect, test } from 'vitest'
import { analyze } from '../../answer/analyze.ts'
import { WorkspaceChecker } from '../../answer/check.ts'
import { explainFixes } from '../../answer/fixes/explain.ts'
import { everyPart } from '../../pure-host.ts'
import { projectReport } from '../../expect/project-report.ts'
import { dialects } from '../../rules/dialect.ts'
import { open, workspace } from '../../testing/workspace.ts'
import { beginsAsTool } from './first-lines.ts'
import { itemKind } from './metadata.ts'
import { readMetadata } from './read.ts'

const header = '# ryeos-tool:\n#   executor: tool:rye/python\ndef main():\n    return 1\n'

/** Files from later releases as upstream describes them, each with its mark. */
const laterFiles = [
  {
    path: 't.py',
    text: `# ryeos:signed:2026-06-01T00:00:00Z:ab:cd:ef\ndef main():\n    pass\n`,
    mark: 'ryeos:signed:',
  },
  { path: 't.js', text: '// ryeos:signed:2026-06-01T00:00:00Z:ab:cd:ef\n', mark: 'ryeos:signed:' },
  { path: 't.py', text: header, mark: 'ryeos-tool:' },
  { path: 't.py', text: `#!/usr/bin/env python3\n# a note\n\n${header}`, mark: 'ryeos-tool:' },
  { path: 't.sh', text: `#!/bin/sh\n${header}`, mark: 'ryeos-tool:' },
  { path: 't.yaml', text: 'executor_id: "@subprocess"\n', mark: '@subprocess' },
  { path: 't.yaml', text: '__executor_id__: "@method_dispatch"\n', mark: '@method_dispatch' },
  { path: 't.yaml', text: 'executor_id: tool:rye/core/subprocess\n', mark: 'tool:rye/core/subprocess' },
  { path: 't.py', text: '__executor_id__ = "@subprocess"\n', mark: '@subprocess' },
  { path: 't.yaml', text: 'tool_type: python\nexecution_protocol: {stdin: json}\n', mark: 'execution_protocol' },
  { path: 't.yaml', text: 'executor_id: x\nconfig: {command: "bin:python3"}\n', mark: 'bin:python3' },
  { path: 't.yaml', text: 'executor_id: x\nconfig: {command: "realization:a"}\n', mark: 'realization:a' },
]

test.for(laterFiles)('R1.9: $path with $mark is a tool with one finding', ({ path, text, mark }) => {
  const metadata = readMetadata(path, text, dialects.lillux, everyPart)
  expect(metadata.diagnostics).toMatchObject([{ code: 'later-generation', mark }])
  const at = metadata.diagnostics[0]?.at
  expect(text.slice(at?.start, at?.end).replaceAll('"', '')).toBe(mark)
  expect(itemKind(metadata)).toBe('tool')
})

test.for([
  { path: 't.yaml', text: 'executor_id: "@team/run"\n' },
  { path: 't.yaml', text: 'executor_id: tools/run\n' },
  { path: 't.yaml', text: 'executor_id: x\nconfig: {command: bin/python3}\n' },
  { path: 't.yaml', text: 'executor_id: x\nconfig: {execution_protocol: 1}\n' },
  { path: 't.py', text: '"""ryeos:signed: and # ryeos-tool: in a docstring"""\n__executor_id__ = "x"\n' },
  { path: 't.py', text: '__executor_id__ = "x"\n# ryeos-tool: after the metadata\n' },
  { path: 't.py', text: '# rye:signed:2026-03-01T00:00:00Z:ab:cd:ef\n# rye:unsigned\n__executor_id__ = "x"\n' },
])('R1.9: $text in $path is not a file from a later release', ({ path, text }) => {
  const { diagnostics } = readMetadata(path, text, dialects.lillux, everyPart)
  expect(diagnostics.map(({ code }) => code)).not.toContain('later-generation')
})

const settings = { dev_mode: false }

test.for(laterFiles)(
  'R1.9: outside dev mode, an analysis of $path with $mark has one problem',
  ({ path, text, mark }) => {
    const { workspace: opened } = open({ files: { [`/project/.ai/tools/${path}`]: text } }, settings)
    const { status, diagnostics, chain } = analyze(opened, { item_id: 't', parameters: '{}' })
    expect(status).toBe('refused')
    expect(chain).toHaveLength(1)
    expect(diagnostics.map(({ code }) => code)).toEqual(['later-generation'])
    expect(diagnostics[0]?.message).toContain(mark)
  },
)

const mixed = workspace`
  === project/tools/a.yaml
  version: "1.0.0"
  tool_type: python
  executor_id: runner
  === project/tools/b.yaml
  version: "1.0.0"
  tool_type: python
  executor_id: runner
  === project/tools/runner.yaml
  version: "1.0.0"
  tool_type: runtime
  executor_id: "@subprocess"
  === project/.ai/manifest.yaml
  kind: node
`

test("R1.9: a check reports a runtime once with its tools, and the space's manifest", () => {
  const { workspace: opened } = open(mixed)
  const report = projectReport(opened, new WorkspaceChecker(opened))
  const later = report.problems.filter(({ entry }) => entry.code === 'later-generation')
  expect(later.map(({ entry, items }) => [entry.at?.path, items])).toEqual([
    ['/project/.ai/tools/runner.yaml', ['a', 'b', 'runner']],
    ['/project/.ai/manifest.yaml', []],
  ])
  expect(report.problems.filter(({ entry }) => entry.severity === 'error')).toHaveLength(2)
  expect(report.libraries).toEqual([])
})

test('R1.9: no fix rewrites a file from a later release', () => {
  const { workspace: opened } = open(mixed)
  const fixes = explainFixes(opened, { item_id: 'a', parameters: '{}' })
  const paths = fixes.flatMap(({ changes }) => changes.map((change) => ('path' in change ? change.path : '')))
  expect(paths).not.toContain('/project/.ai/tools/runner.yaml')
})

test('R1.9: a file from a later release that begins like a tool is a tool', () => {
  for (const { path, text } of laterFiles)
    if (beginsAsTool(path, text, dialects.lillux))
      expect(itemKind(readMetadata(path, text, dialects.lillux, everyPart))).toBe('tool')
})
