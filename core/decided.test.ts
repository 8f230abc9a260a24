import { expect, test } from 'vitest'
import type { Analysis } from './answer/analysis.ts'
import { WorkspaceChecker } from './answer/check.ts'
import { parsePython } from './read/python/parse.ts'
import { plain } from './read/located.ts'
import { validateChain } from './resolve/validate/plain.ts'
import { codesOf, open, testSettings } from './testing/workspace.ts'
import { tool, type Files } from './testing/worst/attack.ts'
import type { WorkspaceSettings } from './workspace/workspace-settings.ts'
import { everyPart } from './pure-host.ts'

// The rules that were decided on 2026-11-22, each a table of its own.

const primitive = 'rye/core/primitives/execute'
const ask = (files: Files, parameters = '{}', settings: Partial<WorkspaceSettings> = {}): Analysis =>
  open({ files }, settings).analyze('t', parameters)

test.for([
  { text: '"""Doc"""\n__docstring__ = "assigned"\n', docstring: 'Doc' },
  { text: '__docstring__ = "assigned"\n', docstring: undefined },
])('R2.7: the docstring of %j is the module’s own', ({ text, docstring }) => {
  const parse = parsePython(text, everyPart)
  const found = parse.kind === 'parsed' ? parse.module.docstring : undefined
  expect(found && plain(found)).toBe(docstring)
})

const search = `env_config: {interpreter: {type: local_binary, binary: py, search_paths: [b], var: PY, fallback: py}}`
test.for([
  { name: 'an empty value in .env', dotenv: 'PY=\n', host: '/opt/py', value: '/opt/py' },
  { name: 'a file of .env before the host', dotenv: 'PY=/my/py\n', host: '/opt/py', value: '/my/py' },
  {
    name: 'no file in .env, though the host has one',
    dotenv: 'PY=/nowhere\n',
    host: '/opt/py',
    value: '/project/b/py',
  },
  { name: 'an empty value, and no file on the host', dotenv: 'PY=\n', host: '/nowhere', value: '/project/b/py' },
])('R6.3: with $name the interpreter is $value', ({ dotenv, host, value }) => {
  const files = { ...tool(search), '/project/.env': dotenv, '/project/b/py': '' }
  const world = { ...testSettings.world, environ: { PY: host }, files: ['/opt/py', '/my/py'] }
  expect(ask(files, '{}', { world }).env?.['PY']).toBe(value)
})

test.for([
  { cwd: '"{tool_dir}"', found: '/project/.ai/tools', codes: [] },
  { cwd: 'null', found: null, codes: [] },
  { cwd: '""', found: null, codes: [] },
  { cwd: '5', found: null, codes: ['metadata-wrong-type'] },
  { cwd: '[a]', found: null, codes: ['metadata-wrong-type'] },
  { cwd: 'false', found: null, codes: ['metadata-wrong-type'] },
])('R7.3: the cwd $cwd is $found', ({ cwd, found, codes }) => {
  const run = ask(tool(`config: {command: ls}\nanchor: {enabled: true, mode: always, cwd: ${cwd}}`))
  expect([run.anchor?.cwd, codesOf(run).filter((code) => code === 'metadata-wrong-type')]).toEqual([found, codes])
  expect(run.status).toBe(codes.length === 0 ? 'ready' : 'refused')
})

const reported = ['config-resolves-nothing']
test.for([
  { spec: '{path: w.yaml}', config: { a: 1 }, codes: [] },
  { spec: '{path: w.yaml, mode: null}', config: { a: 1 }, codes: [] },
  { spec: '{path: w.yaml, mode: first_match}', config: { a: 1 }, codes: [] },
  { spec: '{path: w.yaml, mode: merge}', config: {}, codes: reported },
  { spec: '{path: w.yaml, mode: First_Match}', config: {}, codes: reported },
  { spec: '{path: w.yaml, mode: 1}', config: {}, codes: reported },
  { spec: '{mode: deep_merge}', config: {}, codes: reported },
  { spec: 'w.yaml', config: {}, codes: reported },
  { spec: '[{path: w.yaml, mode: x}]', config: { 'w.yaml': {} }, codes: reported },
  { spec: '[{mode: deep_merge}]', config: {}, codes: reported },
  { spec: '[w.yaml]', config: null, codes: ['config-wrong-type'] },
  { spec: '[null]', config: null, codes: ['config-wrong-type'] },
])('R8.1: $spec resolves to $config', ({ spec, config, codes }) => {
  const run = ask({ ...tool(`config: {command: ls}\nconfig_resolve: ${spec}`), '/user/.ai/config/w.yaml': 'a: 1\n' })
  expect(run.resolved_config).toEqual(config)
  expect(codesOf(run).filter((code) => code.startsWith('config-'))).toEqual(codes)
  expect(run.status).toBe(config === null ? 'refused' : 'ready')
})

test.for([
  { config: 'fixed_params: {}', json: '{"x": 1}' },
  { config: 'fixed_params: null', json: '{"x": 1}' },
  { config: 'fixed_params: {x: 2}', json: '{"x": 2}' },
  { config: 'fixed_params: {}, params_key: p', json: '{"p": {"x": 1}}' },
  { config: 'fixed_params: {a: 2}, params_key: p', json: '{"a": 2, "p": {"x": 1}}' },
])('R9.2: with {$config} the parameters are $json', ({ config, json }) => {
  const run = ask(tool(`config: {command: ls, input_data: "{params_json}", ${config}}`), '{"x": 1}')
  expect(run.plan).toMatchObject({ input: json })
})

test.for([
  { limits: '{min_version: null, max_version: null}', version: '', verdict: 'not-declared', codes: [] },
  { limits: '{t: {min_version: null}}', version: '', verdict: 'not-declared', codes: [] },
  { limits: '{}', version: '', verdict: 'not-declared', codes: [] },
  { limits: '{t: {min_version: "1"}}', version: '', verdict: 'warning', codes: ['version-missing'] },
  { limits: '{min_version: "1", max_version: null}', version: 'version: "2"', verdict: 'ok', codes: [] },
  { limits: '{max_version: "1.5"}', version: 'version: v2', verdict: 'failed', codes: ['version-too-high'] },
  { limits: '{min_version: "1.0.0"}', version: 'version: 1.0.0-rc.1', verdict: 'failed', codes: ['version-too-low'] },
  {
    limits: '{min_version: 9007199254740993.0.0}',
    version: 'version: "1"',
    verdict: 'warning',
    codes: ['version-unreadable'],
  },
])('R4.3: the limits $limits of a parent on {$version}: $verdict', ({ limits, version, verdict, codes }) => {
  const runtime = `executor_id: ${primitive}\nconfig: {command: ls}\nchild_constraints: ${limits}\n`
  const run = ask({ '/project/.ai/tools/t.yaml': `executor_id: r\n${version}\n`, '/user/.ai/tools/r.yaml': runtime })
  expect(run.validation?.pairs[0]?.version).toBe(verdict)
  expect(codesOf(run).filter((code) => code.startsWith('version-'))).toEqual(codes)
})

test.for([
  { given: '{"input_data": "x"}', names: ['input_data'], plan: { input: 'x' } },
  { given: '{"cwd": "/tmp", "timeout": 7}', names: ['cwd', 'timeout'], plan: { cwd: '/tmp', timeout: 7 } },
  { given: '{"env": {"A": "1"}}', names: ['env'], plan: { env: { PATH: '/usr/bin:/bin', HOME: '/home/u' } } },
  { given: '{"url": "x", "name": "y"}', names: [], plan: { input: null } },
])('R9.8: of the parameters $given a process takes $names for its settings, and says so', ({ given, names, plan }) => {
  const run = ask(tool('config: {command: ls}'), given)
  const said = run.diagnostics.filter(({ code }) => code === 'parameter-is-setting')
  expect(said.map(({ severity, facts }) => [severity, facts['name']])).toEqual(names.map((name) => ['warning', name]))
  expect(run).toMatchObject({ status: 'ready', plan })
})

test('R9.8: a request has settings of its own', () => {
  const files = {
    '/project/.ai/tools/t.yaml': 'executor_id: rye/core/primitives/http_client\nconfig: {url: "http://a/"}\n',
  }
  const run = ask(files, '{"method": "post", "body": {"a": 1}, "cwd": "/x"}', { dialect: 'lilux' })
  const said = run.diagnostics.filter(({ code }) => code === 'parameter-is-setting')
  expect(said.map(({ facts }) => facts['name'])).toEqual(['method', 'body'])
  expect(run.plan).toMatchObject({ method: 'POST', body: { a: 1 } })
})

const runtime = (config: string): Files => ({
  '/user/.ai/tools/r.yaml': `executor_id: ${primitive}\nconfig: ${config}\n`,
})
test.for([
  { config: '{command: date}', own: '', given: '{}', warns: true },
  { config: '{command: date}', own: '', given: '{"x": "1"}', warns: true },
  { config: '{command: py, args: ["{tool_path}"]}', own: '', given: '{}', warns: false },
  { config: '{command: py, args: ["-m", "t"]}', own: '', given: '{}', warns: false },
  { config: '{command: py, args: ["-m", "u"]}', own: '', given: '{}', warns: true },
  { config: '{command: py, args: ["{x}"]}', own: '', given: '{"x": "1"}', warns: false },
  { config: '{command: py, input_data: "{params_json}"}', own: '', given: '{"x": "1"}', warns: false },
  { config: '{command: date}', own: 'config: {args: [a]}', given: '{}', warns: false },
])('R9.9: $config with {$own} and $given has nothing to do with the tool: $warns', ({ config, own, given, warns }) => {
  const run = ask({ '/project/.ai/tools/t.yaml': `executor_id: r\n${own}\n`, ...runtime(config) }, given)
  expect(run.status).toBe('ready')
  expect(codesOf(run).includes('plan-unrelated')).toBe(warns)
})

test.for([
  { timeout: '5', seconds: 5, hint: false },
  { timeout: '2.5', seconds: 2.5, hint: false },
  { timeout: '0', seconds: null, hint: true },
  { timeout: '0.0', seconds: null, hint: true },
  { timeout: 'null', seconds: null, hint: true },
])('R9.10: the timeout $timeout of a plan is $seconds', ({ timeout, seconds, hint }) => {
  const run = ask(tool(`config: {command: ls, timeout: ${timeout}}`))
  expect(run).toMatchObject({ status: 'ready', plan: { timeout: seconds } })
  expect(codesOf(run, true).includes('timeout-none')).toBe(hint)
})

test.for(['.inf', '-.inf', '.nan', '-1', '"5"', 'true', 'false', '[]', '{}', '""'])(
  'R9.10: the timeout %s is an error of the plan at its place',
  (timeout) => {
    const at = (text: string): number => text.indexOf(timeout)
    for (const [id, dialect] of [
      [primitive, 'lillux'],
      ['rye/core/primitives/http_client', 'lilux'],
    ] as const) {
      const content = `executor_id: ${id}\nconfig: {command: ls, url: "http://a/", timeout: ${timeout}}\n`
      const run = ask({ '/project/.ai/tools/t.yaml': content }, '{}', { dialect })
      expect(run).toMatchObject({ status: 'refused', plan: null })
      const said = run.diagnostics.find(({ code }) => code === 'plan-incomplete')
      expect([said?.at?.path, said?.at?.start]).toEqual(['/project/.ai/tools/t.yaml', at(content)])
      expect(JSON.parse(JSON.stringify(run))).toEqual(run)
    }
  },
)

test('an interpreter type that the dialect does not know is the same warning in analyze and check', () => {
  const files = tool('config: {command: ls}\nenv_config: {interpreter: {type: venv_python, var: P, fallback: py}}')
  const { analyze, workspace: opened } = open({ files })
  const said = analyze('t').diagnostics.find(({ code }) => code === 'interpreter-type-unknown')
  expect(said?.severity).toBe('warning')
  const [check] = new WorkspaceChecker(opened).checkAll()
  expect([check?.ready, check?.errors]).toEqual([true, 0])
})

test.for([
  { config: '{args: [a]}', says: '(/project/.ai/tools/t.yaml): no command is configured' },
  { config: '{command: "${LILLUX}"}', says: 'because ${LILLUX} has no value' },
])('R9.6: a plan that lacks something names item, file and cause: $config', ({ config, says }) => {
  const said = ask(tool(`config: ${config}`)).diagnostics.find(({ code }) => code === 'plan-incomplete')
  expect(said?.message).toContain('for "t" (/project/.ai/tools/t.yaml)')
  expect(said?.message).toContain(says)
  expect(said?.at?.path).toBe('/project/.ai/tools/t.yaml')
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
] as const)('R4.4: validateChain takes the plain elements of seed 003: $chain', ({ chain, valid, issues }) => {
  const verdict = validateChain(
    chain.map(([item_id, space]) => ({ item_id, space, type: 'python' })),
    everyPart,
  )
  expect([verdict.valid, verdict.validated_pairs]).toEqual([valid, Math.max(0, chain.length - 1)])
  expect(verdict.issues.length).toBe(issues)
  if (!valid) expect(verdict.issues[0]).toContain(chain[0]?.[0] ?? '')
})

test.for([
  ['user', 'project'],
  ['system', 'project'],
  ['system:core', 'user'],
] as const)('seed 003: a %s tool on a %s one is refused once, in the words of the document', ([child, parent]) => {
  const chain = [
    { item_id: 'a', space: child },
    { item_id: 'b', space: parent },
  ]
  expect(validateChain(chain, everyPart).issues).toEqual([
    `Tool 'a' from ${child} space cannot depend on 'b' from ${parent} space. Use a higher-precedence space version or pin the dependency.`,
  ])
})
