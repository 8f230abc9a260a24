import { expect, test } from 'vitest'
import type { Contribution } from '../provenance.ts'
import { PyFloat, PyTuple, type Value } from '../../read/value/value.ts'
import { expandNames } from './names.ts'
import { wholePlaceholder } from './placeholder.ts'
import { bare, sourcedText, sourcedValue, withBeat, type Sourced, type SourcedText } from './sourced.ts'

// R9.4: one round of `{name}`.

const path = '/project/t.yaml'
const element = { kind: 'element', item_id: 't', space: 'project', index: 0 } as const
const caller = { kind: 'caller' } as const
const written = (text: string): SourcedText =>
  sourcedText(text, element, { path, start: 10, end: 10 + text.length }, 10)

const values: ReadonlyMap<Value, Value> = new Map<Value, Value>([
  ['s', 'text'],
  ['empty', ''],
  ['i', 5],
  ['f', new PyFloat(1)],
  ['t', true],
  ['n', null],
  ['l', [1, 'a', null]],
  ['d', new Map<Value, Value>([['k', [true]]])],
  ['tuple', new PyTuple([1])],
  ['nested', '{s}'],
  ['a b', 'blank'],
  ['größe', 'wide'],
])
const names = new Map<Value, Sourced>([...values].map(([name, value]) => [name, sourcedValue(value, caller)]))
const expand = (text: string, typed = true): Sourced => expandNames(written(text), names, 2, 1, typed)

test.for([...values.keys()].filter((name) => name !== 'a b').map(String))(
  'R9.4: {%s} alone is replaced by the value with its type',
  (name) => {
    expect(bare(expand(`{${name}}`))).toEqual(values.get(name))
  },
)

test.for([
  { text: '<{s}>', made: '<text>' },
  { text: '<{empty}>', made: '<>' },
  { text: '<{i}>', made: '<5>' },
  { text: '<{f}>', made: '<1.0>' },
  { text: '<{t}>', made: '<True>' },
  { text: '<{n}>', made: '<None>' },
  { text: '<{l}>', made: "<[1, 'a', None]>" },
  { text: '<{d}>', made: "<{'k': [True]}>" },
  { text: '<{tuple}>', made: '<(1,)>' },
  { text: '<{größe}>', made: '<wide>' },
  { text: '<{a b}>', made: '<blank>' },
  { text: '{s}{i}', made: 'text5' },
  { text: '<{nested}>', made: '<{s}>' },
  { text: '{unknown}', made: '{unknown}' },
  { text: '<{unknown}{s}>', made: '<{unknown}text>' },
  { text: '{}', made: '{}' },
  { text: '{s', made: '{s' },
  { text: 's}', made: 's}' },
  { text: '{toString}', made: '{toString}' },
  { text: '{"s": 1}', made: '{"s": 1}' },
  { text: '{a b}', made: 'blank' },
])('R9.4: $text becomes $made', ({ text, made }) => {
  expect(bare(expand(text))).toBe(made)
})

test.for([
  { text: '{i}', made: '5' },
  { text: '{n}', made: 'None' },
  { text: '{l}', made: "[1, 'a', None]" },
])('R9.5: without types, $text becomes $made', ({ text, made }) => {
  expect(bare(expand(text, false))).toBe(made)
})

test.for([
  { text: '{a}', name: 'a' },
  { text: ' {a}\n', name: 'a' },
  { text: '{a_1}', name: 'a_1' },
  { text: '{größe}', name: 'größe' },
  { text: '{a}{b}', name: undefined },
  { text: '{a b}', name: undefined },
  { text: '{a.b}', name: undefined },
  { text: 'x{a}', name: undefined },
  { text: '{}', name: undefined },
])('R9.4: the name of the placeholder that $text consists of is $name', ({ text, name }) => {
  expect(wholePlaceholder(text)).toBe(name)
})

test('R9.7: the pieces around a name keep their exact places, and the value keeps its place', () => {
  const made = expand('ab{s}c{unknown}{i}')
  expect(
    made.kind === 'text' && made.pieces.map(({ text, by, at, via }) => [text, by.kind, at?.start, at?.end, via]),
  ).toEqual([
    ['ab', 'element', 10, 12, []],
    ['text', 'caller', undefined, undefined, ['{s}']],
    ['c{unknown}', 'element', 15, 25, []],
    ['5', 'caller', undefined, undefined, ['{i}']],
  ])
})

test('R9.7: every replacement has a step with the place of its placeholder', () => {
  const made = expand('x{s}{i}')
  const step = { pass: 2, round: 1, from: 'value', quoted: false, written_by: 'element' }
  expect(made.kind === 'text' && made.steps).toEqual([
    { ...step, placeholder: '{s}', name: 's', replacement: 'text', at: { path, start: 11, end: 14 } },
    { ...step, placeholder: '{i}', name: 'i', replacement: '5', at: { path, start: 14, end: 17 } },
  ])
})

test('R9.7: a value that replaces a placeholder records the placeholder', () => {
  const made = expand('{s}')
  expect(made).toMatchObject({
    by: caller,
    pieces: [{ text: 'text', by: caller, via: ['{s}'] }],
    steps: [{ name: 's' }],
  })
  expect(expand('{i}')).toMatchObject({ kind: 'leaf', value: 5, by: caller, steps: [{ placeholder: '{i}' }] })
})

test.for(['text', 5, true, null, [1, 'a']] as const)(
  'R9.4: a name with a blank, a hyphen or a period is expanded to the text of its value: %j',
  (value) => {
    const odd = new Map<Value, Sourced>(['a b', 'a-b', 'a.b'].map((name) => [name, sourcedValue(value, caller)]))
    const shown = { text: 'text', '5': '5', true: 'True', null: 'None', '1,a': "[1, 'a']" }[String(value)]
    for (const name of odd.keys()) expect(bare(expandNames(written(`{${String(name)}}`), odd, 2, 1, true))).toBe(shown)
  },
)

const lost = (value: string): readonly Contribution[] => [
  { value, by: { kind: 'context', name: value }, at: null, because: 'name-collides' },
]

test.for<Sourced>([sourcedValue('v', caller), sourcedValue(5, caller), sourcedValue([1], caller)])(
  'R9.7: a value keeps its overridden values when it replaces a placeholder',
  (value) => {
    const winner = withBeat(value, lost('the default'))
    const named = new Map<Value, Sourced>([['s', winner]])
    expect(expandNames(written('{s}'), named, 2, 1, true).beat).toEqual(lost('the default'))
    const text = written('{s}').beating(lost('the text before'))
    expect(expandNames(text, named, 2, 1, true).beat).toEqual(lost('the text before'))
    const unbeaten = new Map<Value, Sourced>([['s', value]])
    expect(expandNames(text, unbeaten, 2, 1, true).beat).toEqual(lost('the text before'))
  },
)

test('H2: a step names the contributor of its placeholder', () => {
  const made = expandNames(sourcedText('<{s}>', caller), names, 2, 2, true)
  expect(made.kind === 'text' && made.steps).toMatchObject([{ written_by: 'caller', round: 2 }])
})
