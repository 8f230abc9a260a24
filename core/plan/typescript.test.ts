import { expect, test } from 'vitest'
import { codesOf, open } from '../testing/workspace.ts'

// The analysis reports a TypeScript tool that an old version of Node cannot read.

test.for([
  { file: 't.ts', config: '{command: node, args: ["{tool_path}"]}', warns: true },
  { file: 't.ts', config: '{command: /usr/bin/node, args: ["{tool_path}", x]}', warns: true },
  { file: 't.mjs', config: '{command: node, args: ["{tool_path}"]}', warns: false },
  { file: 't.js', config: '{command: node, args: ["{tool_path}"]}', warns: false },
  { file: 't.ts', config: '{command: deno, args: [run, "{tool_path}"]}', warns: false },
  { file: 't.ts', config: '{command: bun, args: ["{tool_path}"]}', warns: false },
  // An argument before the file can be a loader for TypeScript.
  { file: 't.ts', config: '{command: node, args: ["--import", tsx, "{tool_path}"]}', warns: false },
])('$file under $config: warns $warns', ({ file, config, warns }) => {
  const run = open({
    files: {
      [`/project/.ai/tools/${file}`]: "export const __executor_id__ = 'r'\n",
      '/project/.ai/tools/r.yaml': `executor_id: rye/core/primitives/execute\nconfig: ${config}\n`,
    },
  }).analyze('t')
  expect(run.status).toBe('ready')
  expect(codesOf(run).includes('typescript-on-node')).toBe(warns)
  const said = run.diagnostics.find(({ code }) => code === 'typescript-on-node')
  if (said) expect([said.severity, said.message]).toEqual(['warning', expect.stringContaining('22.18')])
})
