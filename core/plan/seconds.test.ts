import { expect, test } from 'vitest'
import { analyzeFiles, codesOf } from '../testing/workspace.ts'
import { tool, type Files } from '../testing/worst/attack.ts'

// R9.10: the timeout of a plan.

const at = (name: string): string => `/project/.ai/tools/${name}`

const primitive = 'rye/core/primitives/execute'

test.for([
  { timeout: '5', seconds: 5, hint: false },
  { timeout: '2.5', seconds: 2.5, hint: false },
  { timeout: '0', seconds: null, hint: true },
  { timeout: '0.0', seconds: null, hint: true },
  { timeout: 'null', seconds: null, hint: true },
])('R9.10: the timeout $timeout of a plan is $seconds', ({ timeout, seconds, hint }) => {
  const run = analyzeFiles(tool(`config: {command: ls, timeout: ${timeout}}`))
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
      const run = analyzeFiles({ '/project/.ai/tools/t.yaml': content }, '{}', { dialect })
      expect(run).toMatchObject({ status: 'refused', plan: null })
      const said = run.diagnostics.find(({ code }) => code === 'plan-incomplete')
      expect([said?.at?.path, said?.at?.start]).toEqual(['/project/.ai/tools/t.yaml', at(content)])
      expect(JSON.parse(JSON.stringify(run))).toEqual(run)
    }
  },
)

test.for([
  { name: 't.yaml', text: 'timeout: 1.0e+400', status: 'refused', seconds: undefined },
  { name: 't.yaml', text: 'timeout: -.INF', status: 'refused', seconds: undefined },
  { name: 't.yaml', text: 'timeout: 2026-01-01', status: 'refused', seconds: undefined },
  { name: 't.yaml', text: 'timeout: -0.0', status: 'ready', seconds: null },
  { name: 't.yaml', text: 'timeout: 1.0e-300', status: 'ready', seconds: 1e-300 },
  { name: 't.yaml', text: `timeout: 1${'0'.repeat(400)}`, status: 'refused', seconds: undefined },
  { name: 't.py', text: '1e999', status: 'refused', seconds: undefined },
  { name: 't.py', text: '3j', status: 'refused', seconds: undefined },
  { name: 't.py', text: '0x10', status: 'ready', seconds: 16 },
])(
  'R9.10: $text in $name is $seconds, and every document survives a JSON round-trip',
  ({ name, text, status, seconds }) => {
    const files: Files = name.endsWith('.py')
      ? { [at(name)]: `__executor_id__ = "${primitive}"\nCONFIG = {"command": "ls", "timeout": ${text}}\n` }
      : { [at(name)]: `executor_id: ${primitive}\nconfig: {command: ls, ${text}}\n` }
    const run = analyzeFiles(files)
    expect(run.status).toBe(status)
    expect(run.plan?.timeout).toBe(seconds)
    expect(JSON.parse(JSON.stringify(run))).toEqual(run)
  },
)
