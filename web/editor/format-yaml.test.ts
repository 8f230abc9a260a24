import { expect, test } from 'vitest'
import { formatLimit, formatYaml } from './format-yaml.ts'

test('formatting changes indentation and blank lines, and keeps comments, quotes and order', () => {
  const text = `# what it is
version:   "1.0.0"   # quoted
config:
    args:
    - '{tool_path}'
    # the second
    - yes

    b:   {x: 1,  y: [a,b]}
`
  expect(formatYaml(text)).toEqual({
    text: `# what it is
version: "1.0.0" # quoted
config:
  args:
    - '{tool_path}'
    # the second
    - yes

  b: { x: 1, y: [ a, b ] }
`,
  })
})

test('a script of several lines stays unchanged', () => {
  const text = `config:\n  script: |\n    set -eu\n      indented\n    printf '%s\\n' "$1"\n`
  expect(formatYaml(text)).toEqual({ text })
})

test('formatted YAML stays unchanged', () => {
  const once = formatYaml('a:  1\nb:\n- 2\n- c: 3\n  d: &x [1,2]\ne: *x\n')
  expect('text' in once && formatYaml(once.text)).toEqual(once)
})

test.for([
  { text: 'a: [1\n', problem: 'Not valid YAML' },
  {
    text: 'a: 1\n---\nb: 2\n',
    problem: 'Cannot format a file with several YAML documents. Keep one document per file.',
  },
  { text: `a: ${'x'.repeat(formatLimit)}`, problem: 'Cannot format a file of more than' },
])('a file that cannot be formatted is reported: $problem', ({ text, problem }) => {
  expect(formatYaml(text)).toEqual({ problem: expect.stringContaining(problem) })
})
