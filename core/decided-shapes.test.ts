import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { WorkspaceChecker } from './answer/check.ts'
import { everyPart } from './pure-host.ts'
import { parsePython } from './read/python/parse.ts'
import { plain } from './read/located.ts'
import { codesOf, open, testSettings } from './testing/workspace.ts'
import { tool, type Files } from './testing/worst/attack.ts'
import type { WorkspaceSettings } from './workspace/workspace-settings.ts'

// The rules that were decided on 2026-11-22, on shapes that no recorded case has: what is expected is read off the rule.

type Settings = Partial<WorkspaceSettings>

const primitive = 'rye/core/primitives/execute'
const at = (name: string): string => `/project/.ai/tools/${name}`
const ask = (files: Files, parameters = '{}', settings: Settings = {}): Analysis =>
  open({ files }, settings).analyze('t', parameters)
const world = (environ: Files, files: readonly string[] = []): Settings => ({
  world: { ...testSettings.world, environ, files },
})

test.for([
  { name: 'n.json', text: '{"executor_id": null}', kind: 'tool' },
  { name: 'package.json', text: '{"name": "x", "version": "1.0.0", "config": {}}', kind: 'library' },
  { name: 'n.yaml', text: 'tool_type: null\nversion: "1"\n', kind: 'library' },
  { name: 's.sh', text: '#!/bin/sh\n# __version__ = "1"\necho\n', kind: 'library' },
  { name: 's.sh', text: '# __executor_id__ = None\n', kind: 'tool' },
  { name: 'm.ts', text: 'export const __tool_type__ = "x"\n', kind: 'tool' },
  { name: 'm.ts', text: 'export const tool_type = "x"\n', kind: 'library' },
  { name: 'p.py', text: 'executor_id = "x"\n', kind: 'library' },
  { name: 'p.py', text: 'if True:\n    __executor_id__ = "x"\n', kind: 'tool' },
  { name: 'l.yaml', text: '- a list\n', kind: 'library' },
  { name: 'b.yaml', text: 'a: [\n', kind: 'tool' },
])('R1.7: $name with $text is a $kind', ({ name, text, kind }) => {
  const { workspace } = open({ files: { [at(`d/${name}`)]: text } }, { dev_mode: false })
  const check = new WorkspaceChecker(workspace).checkAll().find(({ path }) => path === at(`d/${name}`))
  expect(check).toMatchObject({ kind })
})

test('R1.7: a library that verify_deps reaches is verified, one that it does not reach is not', () => {
  const files = {
    ...tool(
      'config: {command: ls}\nanchor: {enabled: true, mode: always}\nverify_deps: {enabled: true, scope: anchor, extensions: [.py]}',
    ),
    [at('deep/help.py')]: 'x = 1\n',
    [at('deep/help.mjs')]: 'export const x = 1\n',
  }
  const said = ask(files, '{}', { dev_mode: false }).diagnostics.map(({ at: place }) => place?.path)
  expect([said.includes(at('deep/help.py')), said.includes(at('deep/help.mjs'))]).toEqual([true, false])
})

test.for([
  { text: '# first\n\n"""Doc"""\n__docstring__ = "b"\n', docstring: 'Doc' },
  { text: '"a" "b"\n__docstring__ = "c"\n', docstring: 'ab' },
  { text: 'b"a"\n__docstring__ = "c"\n', docstring: undefined },
  { text: 'f"a"\n__docstring__ = "c"\n', docstring: undefined },
  { text: 'x = 1\n"""late"""\n', docstring: undefined },
])('R2.7: the docstring of $text is $docstring', ({ text, docstring }) => {
  const parse = parsePython(text, everyPart)
  const found = parse.kind === 'parsed' ? parse.module.docstring : undefined
  expect(found && plain(found)).toBe(docstring)
})

test.for([
  { header: '# __executor_id__ = "r" ', chain: ['t', 'r', primitive] },
  { header: "#\t__executor_id__ = 'r'", chain: ['t', 'r', primitive] },
  { header: '# __executor_id__ = ("r")', chain: ['t', 'r', primitive] },
  { header: '# __executor_id__ = """r"""', chain: ['t', 'r', primitive] },
  { header: '# __executor_id__ = "x"\n# __executor_id__ = "r"', chain: ['t', 'r', primitive] },
  { header: '# __executor_id__ == "r"', chain: ['t'] },
  { header: 'true # __executor_id__ = "r"', chain: ['t'] },
])('R2.8: with the header $header the chain of a script is $chain', ({ header, chain }) => {
  const files = {
    [at('t.sh')]: `#!/bin/bash\n${header}\necho\n`,
    [at('r.yaml')]: `executor_id: ${primitive}\nconfig: {command: bash, args: ["{tool_path}"]}\n`,
  }
  expect(ask(files).chain.map(({ item_id }) => item_id)).toEqual(chain)
})

const limited = (limits: string, version: string): readonly [string | undefined, readonly string[]] => {
  const files = {
    [at('t.yaml')]: `executor_id: r\n${version}\n`,
    '/user/.ai/tools/r.yaml': `executor_id: ${primitive}\nconfig: {command: ls}\nchild_constraints: ${limits}\n`,
  }
  const run = ask(files)
  const codes = codesOf(run).filter((code) => code.startsWith('version-'))
  return [run.validation?.pairs[0]?.version, codes]
}
test.for([
  { limits: '{t: {min_version: null, max_version: null}}', version: 'version: no', verdict: 'not-declared', codes: [] },
  { limits: '{other: {min_version: "9"}}', version: 'version: "1"', verdict: 'not-declared', codes: [] },
  { limits: '{min_version: "1.2", max_version: "1.2.0"}', version: 'version: 1.2', verdict: 'ok', codes: [] },
  { limits: '{min_version: 1.0.0+b}', version: 'version: 1.0.0+a', verdict: 'ok', codes: [] },
  { limits: '{min_version: "1.0.0-rc.2"}', version: 'version: 1.0.0-rc.10', verdict: 'ok', codes: [] },
  {
    limits: '{min_version: null, max_version: "1"}',
    version: 'version: "2"',
    verdict: 'failed',
    codes: ['version-too-high'],
  },
  { limits: '{max_version: "1"}', version: 'version: one', verdict: 'warning', codes: ['version-unreadable'] },
])('R4.3: the limits $limits on {$version}: $verdict', ({ limits, version, verdict, codes }) => {
  expect(limited(limits, version)).toEqual([verdict, codes])
})

const search =
  'config: {command: "${PY:-unset}"}\nenv_config: {interpreter: {type: local_binary, binary: py, search_paths: [b], var: PY, fallback: back}}'
test.for([
  { name: 'blanks in .env', dotenv: 'PY=   \n', there: ['/opt/py'], value: '/opt/py' },
  {
    name: 'two lines of .env, the last empty',
    dotenv: 'PY=/my/py\nPY=\n',
    there: ['/opt/py', '/my/py'],
    value: '/opt/py',
  },
  { name: 'quotes in .env, which are kept', dotenv: 'PY=""\n', there: ['/opt/py'], value: 'back' },
  { name: 'nothing anywhere', dotenv: '', there: [], value: 'back' },
])('R6.3: with $name the interpreter is $value', ({ dotenv, there, value }) => {
  const run = ask({ ...tool(search), '/project/.env': dotenv }, '{}', world({ PY: '/opt/py' }, there))
  expect(run.env?.['PY']).toBe(value)
})

test('R6.3: an unknown type takes its fallback too, and the warning names the dialect that knows it', () => {
  const text = 'config: {command: "${V}"}\nenv_config: {interpreter: {type: node_modules, var: V, fallback: node}}'
  const run = ask(tool(text))
  const said = run.diagnostics.find(({ code }) => code === 'interpreter-type-unknown')
  expect(run).toMatchObject({ status: 'ready', plan: { command: 'node' } })
  expect(said).toMatchObject({
    severity: 'warning',
    facts: { known_in: ['lilux'] },
    hint: expect.stringContaining('lilux'),
  })
})

test.for([
  { cwd: '"{tool_dir}/{nobody}"', found: '/project/.ai/tools/{nobody}', status: 'ready' },
  { cwd: '{a: b}', found: null, status: 'refused' },
  { cwd: '1.5', found: null, status: 'refused' },
  { cwd: '2026-01-01', found: null, status: 'refused' },
])('R7.3: the cwd $cwd is $found', ({ cwd, found, status }) => {
  const run = ask(tool(`config: {command: ls}\nanchor: {enabled: true, mode: always, cwd: ${cwd}}`))
  expect([run.anchor?.cwd ?? null, run.status]).toEqual([found, status])
})

test.for([
  { spec: '{path: w.yaml, mode: "deep_merge "}', config: {}, warned: true },
  { spec: '{path: w.yaml, mode: false}', config: {}, warned: true },
  { spec: '{path: w.yaml, mode: [deep_merge]}', config: {}, warned: true },
  { spec: '{path: null}', config: {}, warned: true },
  { spec: '{path: d/../w.yaml}', config: { a: 1 }, warned: false },
  { spec: '[{path: w.yaml}, {path: none.yaml}]', config: { 'w.yaml': { a: 1 }, 'none.yaml': {} }, warned: false },
  { spec: '[{path: w.yaml}, {path: v.yaml, mode: x}]', config: { 'w.yaml': { a: 1 }, 'v.yaml': {} }, warned: true },
  { spec: '[{path: w.yaml}, [w.yaml]]', config: null, warned: false },
  { spec: '[{path: w.yaml}, 5]', config: null, warned: false },
])('R8.1: $spec resolves to $config', ({ spec, config, warned }) => {
  const run = ask({ ...tool(`config: {command: ls}\nconfig_resolve: ${spec}`), '/project/.ai/config/w.yaml': 'a: 1\n' })
  expect(run.resolved_config).toEqual(config)
  expect(codesOf(run).includes('config-resolves-nothing')).toBe(warned)
  expect(run.status).toBe(config === null ? 'refused' : 'ready')
})

test.for([
  { config: 'fixed_params: {}', given: '{"é": 1.0, "b": [true, null]}', json: '{"\\u00e9": 1.0, "b": [true, null]}' },
  { config: 'fixed_params: {b: 2}', given: '{"b": 1, "a": 1e16}', json: '{"a": 1e+16, "b": 2}' },
  { config: 'fixed_params: []', given: '{"a": 1}', json: '{"a": 1}' },
])('R9.2: with {$config} the parameters $given are $json', ({ config, given, json }) => {
  const run = ask(tool(`config: {command: ls, input_data: "{params_json}", ${config}}`), given)
  expect(run.plan).toMatchObject({ input: json })
})
