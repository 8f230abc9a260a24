import { expect, test } from 'vitest'
import type { Analysis } from '../answer/analysis.ts'
import { analyzeFiles, codesOf } from '../testing/workspace.ts'
import { tool } from '../testing/worst/attack.ts'

// R9.8: parameters with the names of a primitive's settings.

const primitive = 'rye/core/primitives/execute'

const at = (name: string): string => `/project/.ai/tools/${name}`

const said = (run: Analysis): readonly unknown[] =>
  run.diagnostics.flatMap(({ code, severity, facts }) =>
    code === 'parameter-is-setting' ? [[severity, facts['name']]] : [],
  )

test.for([
  { given: '{"input_data": "x"}', names: ['input_data'], plan: { input: 'x' } },
  { given: '{"cwd": "/tmp", "timeout": 7}', names: ['cwd', 'timeout'], plan: { cwd: '/tmp', timeout: 7 } },
  { given: '{"env": {"A": "1"}}', names: ['env'], plan: { env: { PATH: '/usr/bin:/bin', HOME: '/home/u' } } },
  { given: '{"url": "x", "name": "y"}', names: [], plan: { input: null } },
])(
  'R9.8: a process uses $names of the parameters $given as settings, with a warning for each',
  ({ given, names, plan }) => {
    const run = analyzeFiles(tool('config: {command: ls}'), given)
    const said = run.diagnostics.filter(({ code }) => code === 'parameter-is-setting')
    expect(said.map(({ severity, facts }) => [severity, facts['name']])).toEqual(names.map((name) => ['warning', name]))
    expect(run).toMatchObject({ status: 'ready', plan })
  },
)

test('R9.8: a request has its own settings', () => {
  const files = {
    '/project/.ai/tools/t.yaml': 'executor_id: rye/core/primitives/http_client\nconfig: {url: "http://a/"}\n',
  }
  const run = analyzeFiles(files, '{"method": "post", "body": {"a": 1}, "cwd": "/x"}', { dialect: 'lilux' })
  const said = run.diagnostics.filter(({ code }) => code === 'parameter-is-setting')
  expect(said.map(({ facts }) => facts['name'])).toEqual(['method', 'body'])
  expect(run.plan).toMatchObject({ method: 'POST', body: { a: 1 } })
})

test('R9.8: the timeout of the caller applies to the arguments and the process, with a warning', () => {
  const bash = `__executor_id__ = "r"\nCONFIG = {"args": ["--timeout={timeout}"]}\n`
  const run = analyzeFiles(
    { [at('t.py')]: bash, [at('r.yaml')]: `executor_id: ${primitive}\nconfig: {command: py, timeout: 300}\n` },
    '{"command": "ls", "timeout": 7}',
  )
  expect(run.plan).toMatchObject({ args: ['--timeout=7'], timeout: 7 })
  expect(said(run)).toEqual([['warning', 'timeout']])
})

test.for([
  { given: '{"url": "u", "method": "m", "body": 1}', names: [] },
  { given: '{"command": "x", "args": ["y"]}', names: [] },
  { given: '{"input_data": null}', names: ['input_data'] },
  { given: '{"Timeout": 5, "CWD": "/"}', names: [] },
])(
  'R9.8: $names of the parameters $given cause a warning, because a process uses them as settings',
  ({ given, names }) => {
    expect(said(analyzeFiles(tool('config: {command: ls}'), given))).toEqual(names.map((name) => ['warning', name]))
  },
)

test("R9.8, R9.10: a caller's timeout that is not a number is an error", () => {
  const run = analyzeFiles(tool('config: {command: ls}'), '{"timeout": "5"}')
  expect([run.status, codesOf(run)]).toEqual(['refused', expect.arrayContaining(['plan-incomplete'])])
})
