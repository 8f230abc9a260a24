import { expect, test } from 'vitest'
import { WorkspaceChecker } from '../answer/check.ts'
import { codesOf, open } from '../testing/workspace.ts'

// The analysis reports a TypeScript tool that an old version of Node cannot read.

test.for([
  { file: 't.ts', config: '{command: node, args: ["{tool_path}"]}', hints: true },
  { file: 't.ts', config: '{command: /usr/bin/node, args: ["{tool_path}", x]}', hints: true },
  { file: 't.mjs', config: '{command: node, args: ["{tool_path}"]}', hints: false },
  { file: 't.js', config: '{command: node, args: ["{tool_path}"]}', hints: false },
  { file: 't.ts', config: '{command: deno, args: [run, "{tool_path}"]}', hints: false },
  { file: 't.ts', config: '{command: bun, args: ["{tool_path}"]}', hints: false },
  // An argument before the file can be a loader for TypeScript.
  { file: 't.ts', config: '{command: node, args: ["--import", tsx, "{tool_path}"]}', hints: false },
])(
  'the analysis of $file under the runtime config $config has a hint about Node: $hints',
  ({ file, config, hints }) => {
    const run = open({
      files: {
        [`/project/.ai/tools/${file}`]: "export const __executor_id__ = 'r'\n",
        '/project/.ai/tools/r.yaml': `executor_id: rye/core/primitives/execute\nconfig: ${config}\n`,
      },
    }).analyze('t')
    expect(run.status).toBe('ready')
    expect(codesOf(run, true).includes('typescript-on-node')).toBe(hints)
    const said = run.diagnostics.find(({ code }) => code === 'typescript-on-node')
    if (said) expect([said.severity, said.message]).toEqual(['hint', expect.stringContaining('22.18')])
  },
)

// The finding for a runtime whose program cannot run the tool's file.

test.for([
  { file: 't.js', command: 'python3', args: '["{tool_path}"]', found: true },
  { file: 't.js', command: '/usr/bin/python3.12', args: '[-u, "{tool_path}", x]', found: true },
  { file: 't.py', command: 'python3', args: '["{tool_path}"]', found: false },
  { file: 't.py', command: 'node', args: '["{tool_path}"]', found: true },
  { file: 't.cjs', command: 'node', args: '["{tool_path}"]', found: false },
  { file: 't.py', command: 'bash', args: '["{tool_path}"]', found: true },
  { file: 't.py', command: 'sh', args: '[-c, "python3 {tool_path}"]', found: false },
  { file: 't.js', command: 'python3', args: '[loader.py, "{tool_path}"]', found: false },
  { file: 't.js', command: 'python3', args: '[-m, loader, "{tool_path}"]', found: false },
  { file: 't.js', command: 'my-runner', args: '["{tool_path}"]', found: false },
])('a runtime that cannot run $file with $command $args is reported: $found', ({ file, command, args, found }) => {
  const literal = file.endsWith('.py') ? '__executor_id__ = "r"\n' : 'export const __executor_id__ = "r"\n'
  const run = open({
    files: {
      [`/project/.ai/tools/${file}`]: literal,
      '/project/.ai/tools/r.yaml': `tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: ${command}, args: ${args}}\n`,
    },
  }).analyze('t')
  expect(run.status).toBe('ready')
  const finding = run.diagnostics.find(({ code }) => code === 'program-cannot-run')
  expect(finding?.severity).toBe(found ? 'warning' : undefined)
  if (finding) expect(finding.at?.path).toBe(`/project/.ai/tools/${file}`)
})

test('a runtime that is requested as an item has one hint, which a check of the project does not report', () => {
  const { analyze, workspace } = open({
    files: {
      '/project/.ai/tools/r.yaml':
        'tool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: python3, args: ["{tool_path}"]}\n',
    },
  })
  const codes = analyze('r').diagnostics.map(({ code }) => code)
  expect(codes).toContain('item-is-runtime')
  expect(codes).not.toContain('program-cannot-run')
  const checker = new WorkspaceChecker(workspace)
  const own = checker.checkAll().flatMap((item) => checker.ownEntries(item).map(({ code }) => code))
  expect(own).not.toContain('item-is-runtime')
  expect(own).not.toContain('program-cannot-run')
})

// The finding for packages that Node would not find.

test.for([
  { name: 'no node_modules', files: {}, missing: ['slug', '@a/b'] },
  { name: 'one package', files: { '/project/node_modules/slug/index.js': '' }, missing: ['@a/b'] },
  {
    name: 'packages next to the tool and above it',
    files: { '/project/.ai/tools/node_modules/slug/x.js': '', '/project/node_modules/@a/b/package.json': '{}' },
    missing: undefined,
  },
  {
    name: 'packages of NODE_PATH',
    files: { '/project/lib/slug/index.js': '', '/project/lib/@a/b/index.js': '' },
    missing: undefined,
  },
])('the packages that Node would not find are reported as $missing: $name', ({ files, missing }) => {
  const run = open({
    files: {
      ...files,
      '/project/.ai/tools/t.js':
        "import slug from 'slug/fast'\nimport '@a/b'\nimport { join } from 'node:path'\nexport const __executor_id__ = 'r'\n",
      '/project/.ai/tools/r.yaml':
        'executor_id: rye/core/primitives/execute\nenv_config: {env: {NODE_PATH: /project/lib}}\nconfig: {command: node, args: ["{tool_path}"]}\n',
    },
  }).analyze('t')
  const finding = run.diagnostics.find(({ code }) => code === 'package-missing')
  expect(finding?.facts['names']).toEqual(missing)
  expect(run.status).toBe('ready')
})
