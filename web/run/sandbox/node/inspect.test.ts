import { format as realFormat, inspect as realInspect } from 'node:util'
import { expect, test } from 'vitest'
import { format } from './format.ts'
import { inspect } from './inspect.ts'

class Point {
  readonly x = 1
  readonly y = [1, 2]
}

const nested = { a: { b: { c: { d: 1 } } } }
const circular: Record<string, unknown> = { name: 'self' }
circular.self = circular

const values: readonly unknown[] = [
  1,
  -0,
  10n,
  'text',
  "it's",
  'both \' and "',
  'line\nbreak',
  null,
  undefined,
  true,
  Symbol('s'),
  [],
  {},
  [1, 2, 3],
  ['a', ['b', ['c', ['d']]]],
  { a: 1, 'b-c': 'x', 3: [] },
  nested,
  circular,
  new Point(),
  new Map<unknown, unknown>([
    [1, { a: 2 }],
    ['k', []],
  ]),
  new Set([1, 'a']),
  new Date(0),
  /x+/gi,
  () => 1,
  function named() {},
  class A {},
  Object.assign(() => 1, { extra: 1 }),
  Array.from({ length: 7 }, (_, index) => index),
  Array.from({ length: 30 }, (_, index) => index * 37),
  Array.from({ length: 101 }, (_, index) => index),
  Array.from({ length: 12 }, (_, index) => 'word'.repeat(1 + (index % 3))),
  Array.from({ length: 8 }, (_, index) => ({ index })),
  Object.assign(new Array(4), { 0: 1, 3: 4 }),
  new Uint8Array([1, 2, 3]),
  Object.create(null),
  { long: 'x'.repeat(60), other: 'y'.repeat(20) },
  { one: 'first value of some length', two: 'second value of some length', three: 'third' },
  {
    list: [
      { id: 1, tags: ['a', 'b'] },
      { id: 2, tags: [] },
    ],
    done: false,
  },
  {
    get lazy() {
      return 1
    },
    set lazy(_value) {},
    get only() {
      return 1
    },
  },
  { [Symbol('key')]: 1 },
  [undefined, null, NaN, Infinity],
  [[[]], {}],
  new Number(3),
  new String('abc'.slice(0, 0)),
]

test.for(values.map((value, index) => ({ value, index })))('value $index is shown as Node shows it', ({ value }) => {
  expect(inspect(value)).toBe(realInspect(value))
})

test.for([
  ['plain'],
  ['%s and %d', 'a', 5],
  ['%s', { a: { b: { c: 1 } } }],
  ['%i %f', 4.7, '4.5'],
  ['%j', { a: 1 }],
  ['%o%%', 1],
  ['%s'],
  ['100%', 'x'],
  ['%x', 1],
  ['a', 'b', { c: 1 }],
  [1, 'two', [3]],
  [{ a: 1 }, 'b'],
  ['%c styled', 'color: red'],
  ['%s', null, undefined],
  ['%s', 12n],
  ['%d', '0x10'],
] as readonly unknown[][])('format %o', (args) => {
  const [first, ...rest] = args
  expect(format(first, ...rest)).toBe(realFormat(first, ...rest))
})
