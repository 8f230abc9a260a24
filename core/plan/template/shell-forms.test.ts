import { expect, test } from 'vitest'
import { open } from '../../testing/workspace.ts'
import { shellForms } from './shell-forms.ts'

// R6.4, R9.3: `${...}` that looks like a variable and is not replaced as written.

test.for([
  { text: '${A}', found: [] },
  { text: '${A:-b c}', found: [] },
  { text: '${A:-}', found: [] },
  { text: '${a:-b', found: [] },
  { text: '$A and {name}', found: [] },
  { text: '${A B', found: [] },
  { text: '${A:-b', found: [['unclosed', '${A:-b']] },
  { text: 'x ${A', found: [['unclosed', '${A']] },
  { text: '${A:-${B}}', found: [['nested', '${A:-${B}']] },
  { text: '${A:-b --with=${B}', found: [['nested', '${A:-b --with=${B}']] },
  { text: '${A:-{}}', found: [['nested', '${A:-{}']] },
  { text: '${A-b}', found: [['operator', '${A-b}']] },
  { text: '${A:?no}', found: [['operator', '${A:?no}']] },
  {
    text: '${A:=b} ${B+c}',
    found: [
      ['operator', '${A:=b}'],
      ['operator', '${B+c}'],
    ],
  },
  { text: '${A%.txt}', found: [['operator', '${A%.txt}']] },
  { text: '${A-b', found: [['unclosed', '${A-b']] },
])('the unsupported shell forms of $text are found', ({ text, found }) => {
  expect(shellForms(text).map(({ because, written }) => [because, written])).toEqual(found)
})

function findingsOf(yaml: string, env = '') {
  const files = {
    '/project/.ai/tools/t.yaml': `executor_id: rye/core/primitives/execute\n${yaml}\n`,
    '/project/.env': env,
  }
  return open({ files })
    .analyze('t')
    .diagnostics.filter(({ code }) => code === 'variable-form')
}

test.for(['${A:-b', '${A:-${B}}', '${A-b}', '${A:?no}'])(
  '%s in env_config and in a plan has one warning each',
  (text) => {
    const findings = findingsOf(`env_config: {env: {X: "${text}"}}\nconfig: {command: echo, args: ["${text}"]}`)
    expect(findings.map(({ severity, facts }) => [severity, facts['key']])).toEqual([
      ['warning', 'X'],
      ['warning', '/plan/args/0'],
    ])
  },
)

test('a form that contains a placeholder is reported as an operator', () => {
  const [finding] = findingsOf('config: {command: echo, args: ["${A-{tool_path}}"]}')
  expect(finding).toMatchObject({ facts: { because: 'operator' } })
})

test.for([
  { name: 'a shell replaces its own forms', yaml: 'config: {command: bash, args: [-c, "echo ${A:?no}"]}' },
  {
    name: 'a placeholder is not a shell form',
    yaml: 'config_schema: {type: object}\nconfig: {command: echo, args: ["{env_text}"], env_text: "x"}',
  },
  { name: 'the form is in a value of .env', yaml: 'config: {command: echo, args: ["${B}"]}', env: 'B=${A-b}' },
])('no warning is reported: $name', ({ yaml, env }) => {
  expect(findingsOf(yaml, env)).toEqual([])
})

test('a shell form without a closing brace has a warning even in an argument of a shell', () => {
  expect(findingsOf('config: {command: bash, args: [-c, "echo ${A:-b"]}')).toHaveLength(1)
})
