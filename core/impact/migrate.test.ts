import { expect, test } from 'vitest'
import { editedText, editsOf } from '../answer/fixes/fix.ts'
import { dialectNames, type DialectName } from '../rules/dialect.ts'
import { exampleSnapshots, workspaceOfDraft } from '../testing/examples.ts'
import { workspace, type TestFiles } from '../testing/workspace.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import { migrate, type Migration } from './migrate.ts'

const examples = exampleSnapshots()

/** A draft in a dialect, with the system space of the dialect. */
function inDialect(draft: Pick<Snapshot, 'files'>, dialect: DialectName): ReturnType<typeof workspaceOfDraft> {
  return workspaceOfDraft({ ...examples['hello-chain']!, ...draft, dialect, bundle: bundleOfDialect[dialect] })
}

function moved({ files }: TestFiles, from: DialectName, to: DialectName): Migration {
  const draft = { files: files as Snapshot['files'] }
  return migrate(inDialect(draft, from), inDialect(draft, to))
}

/** The text of a file after a migration's edits. */
function textAfter({ files }: TestFiles, { edits }: Migration, path: string): string {
  return editedText(String(files[path]), editsOf(edits, path))
}

const kiwi = workspace`
  === project/tools/run/own.py
  __version__ = "1.0.0"
  __tool_type__ = "runtime"
  __executor_id__ = "subprocess"
  ENV_CONFIG = {"interpreter": {"type": "venv_python", "var": "PY", "fallback": "python3"}}
  CONFIG = {
      "command": "\${PY}",
      "args": ["{tool_path}", "--params", "{params_json}"],
  }
  === project/tools/demo/tool.py
  __version__ = "1.0.0"
  __executor_id__ = "own"
  === project/tools/demo/function.py
  __version__ = "1.0.0"
  __executor_id__ = "python_runtime"
  === project/tools/demo/script.py
  __version__ = "1.0.0"
  __executor_id__ = "rye/runtimes/python_script_runtime"
  === project/tools/demo/page.yaml
  version: "1.0.0"
  executor_id: http_client
  config: {url: "http://localhost"}
  === project/tools/demo/node.yaml
  version: "1.0.0"
  executor_id: node_runtime
  config: {script: x.mjs}
  === project/tools/demo/later.yaml
  executor_id: "@subprocess"
`

test('section 0: kiwi to lillux: executors, interpreter and arguments get edits; code and requests need the author', () => {
  const found = moved(kiwi, 'kiwi', 'lillux')
  const rows = found.items.map(({ item_id, steps, ready, problems }) => [
    item_id,
    ready.after,
    steps.map(({ part, kind }) => `${part} ${kind}`),
    problems.map(({ code }) => code),
  ])
  expect(Object.fromEntries(rows.map(([id, ...rest]) => [id, rest]))).toEqual({
    'run/own': [true, ['executor edit', 'interpreter edit', 'parameters edit'], []],
    'demo/tool': [true, ['executor edit', 'parameters by-hand'], []],
    'demo/function': [true, ['executor edit'], []],
    'demo/script': [true, ['executor edit', 'parameters by-hand'], []],
    page: [false, ['executor by-hand'], ['executor-not-found']],
    node: [true, ['executor edit', 'parameters by-hand', 'parameters by-hand'], []],
    later: [false, [], ['later-generation']],
  })
  expect(textAfter(kiwi, found, '/project/.ai/tools/run/own.py')).toBe(
    [
      '__version__ = "1.0.0"',
      '__tool_type__ = "runtime"',
      '__executor_id__ = "rye/core/primitives/execute"',
      'ENV_CONFIG = {"interpreter": {"type": "local_binary", "binary": "python", "candidates": ["python3"], "search_paths": [".venv/bin", ".venv/Scripts"], "var": "PY", "fallback": "python3"}}',
      'CONFIG = {',
      '    "command": "${PY}",',
      '    "args": ["{tool_path}"],',
      '    "input_data": "{params_json}",',
      '}',
      '',
    ].join('\n'),
  )
  expect(textAfter(kiwi, found, '/project/.ai/tools/demo/tool.py')).toContain('__executor_id__ = "run/own"')
})

/** A runtime of lilux in several styles; each must pass its parameters on standard input in lillux. */
const styles: readonly string[] = [
  'config:\n  command: sh\n  args:\n    - "{tool_path}"\n    - --params\n    - "{params_json}"\n    - last\n  timeout: 5\n',
  'config:\n  command: sh\n  args: ["{tool_path}", "--params", "{params_json}", last]\n  timeout: 5\n',
  'config: {command: sh, args: ["{tool_path}", "{params_json}", last], timeout: 5}\n',
  'config:\n  timeout: 5\n  command: sh\n  args:\n  - "{tool_path}"\n  - "{params_json}"\n  - last\n',
]

test.for(styles)('R9.2: a runtime that moves from lilux to lillux gets its parameters on stdin: %s', (config) => {
  const path = '/project/.ai/tools/rt.yaml'
  const tool = (text: string): TestFiles => ({ files: { [path]: text }, marks: [] })
  const before = tool(`version: "1.0.0"\ntool_type: runtime\nexecutor_id: rye/core/primitives/subprocess\n${config}`)
  const there = moved(before, 'lilux', 'lillux')
  const after = tool(textAfter(before, there, path))
  const plan = (files: TestFiles, dialect: DialectName): unknown => {
    const read = inDialect({ files: files.files as Snapshot['files'] }, dialect).metadata(path)
    const value = read?.fields.get('config')?.bare
    return value instanceof Map ? Object.fromEntries(value as Map<string, unknown>) : value
  }
  expect(there.items[0]?.ready.after).toBe(true)
  expect(plan(after, 'lillux')).toEqual({
    command: 'sh',
    args: ['{tool_path}', 'last'],
    input_data: '{params_json}',
    timeout: 5,
  })
})

const moves = dialectNames.flatMap((to) =>
  Object.entries(examples)
    .filter(([, { dialect }]) => dialectNames.indexOf(dialect) < dialectNames.indexOf(to))
    .map(([slug, draft]) => ({ slug, draft, to })),
)

test.for(moves)('section 0: every tool of $slug that needs no author can still run in $to', ({ draft, to }) => {
  const { items } = migrate(inDialect(draft, draft.dialect), inDialect(draft, to))
  const broken = items.filter(
    ({ steps, ready }) => ready.before && !ready.after && steps.every(({ kind }) => kind === 'edit'),
  )
  expect(broken.map(({ item_id, problems }) => [item_id, problems.map(({ message }) => message)])).toEqual([])
})
