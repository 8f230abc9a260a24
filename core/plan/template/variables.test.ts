import { expect, test } from 'vitest'
import { sourcedText, type SourcedText } from './sourced.ts'
import { expandVariables } from './variables.ts'

// R6.4 and R9.3: `${VAR}` and `${VAR:-default}`.

const path = '/project/t.yaml'
const element = { kind: 'element', item_id: 't', space: 'project', index: 0 } as const
const dotenv = { kind: 'dotenv' } as const

/** A string at offset 10 of its file. */
const written = (text: string): SourcedText =>
  sourcedText(text, element, { path, start: 10, end: 10 + text.length }, 10)

const values: Readonly<Record<string, string>> = {
  A: 'plain',
  EMPTY: '',
  BLANK: 'two words',
  SHELL: 'a;b',
  DOLLAR: '${A}',
  QUOTES: "it's",
  BOTH: "it's;",
  GLOB: '*?~#!',
}
const variables = (name: string): SourcedText | undefined =>
  Object.hasOwn(values, name)
    ? sourcedText(values[name]!, dotenv, { path: '/project/.env', start: 0, end: 99 })
    : undefined

const expand = (text: string, quote: boolean): SourcedText =>
  expandVariables(written(text), variables, { pass: 1, quote })

test.for([
  { text: '${A}', plain: 'plain', quoted: 'plain' },
  { text: 'x${A}y${A}', plain: 'xplainyplain', quoted: 'xplainyplain' },
  { text: '${EMPTY}', plain: '', quoted: '' },
  { text: '${EMPTY:-d}', plain: '', quoted: '' },
  { text: '${NONE}', plain: '', quoted: '' },
  { text: '${NONE:-d e}', plain: 'd e', quoted: 'd e' },
  { text: '${NONE:-a;b}', plain: 'a;b', quoted: "'a;b'" },
  { text: '${NONE:-a:-b}', plain: 'a:-b', quoted: 'a:-b' },
  { text: '${NONE:-{x}}', plain: '{x}', quoted: "'{x'}" },
  { text: '${BLANK}', plain: 'two words', quoted: 'two words' },
  { text: '${GLOB}', plain: '*?~#!', quoted: '*?~#!' },
  { text: '${QUOTES}', plain: "it's", quoted: "it's" },
  { text: '${SHELL}', plain: 'a;b', quoted: "'a;b'" },
  { text: '${BOTH}', plain: "it's;", quoted: `'it'"'"'s;'` },
  { text: '${DOLLAR}', plain: '${A}', quoted: "'${A}'" },
  { text: '${a}', plain: '${a}', quoted: '${a}' },
  { text: '${A-b}', plain: '${A-b}', quoted: '${A-b}' },
  { text: '$A {A} ${', plain: '$A {A} ${', quoted: '$A {A} ${' },
  { text: '${toString}', plain: '${toString}', quoted: '${toString}' },
])('R9.3: $text expands to $plain, or to $quoted with quoting', ({ text, plain, quoted }) => {
  expect(expand(text, false).text).toBe(plain)
  expect(expand(text, true).text).toBe(quoted)
})

test.for(['$', '`', ';', '|', '&', '<', '>', '(', ')', '{', '}', '[', ']', '\\'])(
  'R9.3: a value that contains %s is quoted, and the step records it',
  (character) => {
    const value = sourcedText(`a${character}b`, dotenv)
    const made = expandVariables(written('${V}'), () => value, { pass: 1, quote: true })
    expect(made.text).toBe(`'a${character}b'`)
    expect(made.steps).toMatchObject([{ quoted: true, replacement: made.text }])
  },
)

test.for([
  { text: '${A}', from: 'value', replacement: 'plain' },
  { text: '${NONE:-d}', from: 'default', replacement: 'd' },
  { text: '${NONE}', from: 'empty', replacement: '' },
  { text: '${EMPTY}', from: 'value', replacement: '' },
])('R9.7: the step of $text has the source $from', ({ text, from, replacement }) => {
  const name = /[A-Z]+/.exec(text)![0]
  const at = { path, start: 12, end: 12 + text.length }
  expect(expand(`__${text}`, true).steps).toEqual([
    { pass: 1, round: 1, placeholder: text, name, replacement, from, quoted: false, written_by: 'element', at },
  ])
})

test('R9.7: the pieces around a variable keep their places, and an empty replacement adds no piece', () => {
  const { pieces } = expand('ab${A}cd${NONE:-e}${NONE}${EMPTY}f', true)
  expect(pieces.map(({ text, by, at, via }) => [text, by.kind, at?.start, at?.end, via])).toEqual([
    ['ab', 'element', 10, 12, []],
    ['plain', 'dotenv', 0, 99, ['${A}']],
    ['cd', 'element', 16, 18, []],
    ['e', 'element', 18, 28, ['${NONE:-e}']],
    ['f', 'element', 43, 44, []],
  ])
})

test('R9.3: a string without a variable is unchanged', () => {
  for (const text of ['', 'x', '{A}', '${lower}']) {
    const node = written(text)
    expect(expandVariables(node, variables, { pass: 1, quote: true })).toBe(node)
  }
})
