import { expect, test } from 'vitest'
import { decodeValue } from '../read/value/encode.ts'
import { parsePath, resolvePath } from './path.ts'

test.for<readonly [text: string, parts: readonly string[]]>([
  ['state', ['state']],
  ['state.a.b', ['state', 'a', 'b']],
  ['state.list[0].name', ['state', 'list', '0', 'name']],
  ['a[1][22]', ['a', '1', '22']],
  ['a[-1]', ['a[-1]']],
  ['a[x]', ['a[x]']],
  ['.a..b.', ['a', 'b']],
  ['[0]', ['0']],
  ['...', []],
  ['', []],
  [' a . b ', [' a ', ' b ']],
])('R16.3: the path %j has the parts %j', ([text, parts]) => {
  expect(parsePath(text)).toEqual(parts)
})

const document = decodeValue({ a: { b: null, '0': 'key' }, list: ['first', { n: 1 }, 'last'], text: 'word' })

test.for<readonly [text: string, found: unknown]>([
  ['a.0', 'key'],
  ['a.b', null],
  ['a.b.c', null],
  ['a.missing', null],
  ['list.0', 'first'],
  ['list[1].n', 1],
  ['list.-1', 'last'],
  ['list.+2', 'last'],
  ['list. 2 ', 'last'],
  ['list.0_0', 'first'],
  ['list.0_', null],
  ['list.3', null],
  ['list.-4', null],
  ['list.x', null],
  ['list.length', null],
  ['list.99999999999999999999', null],
  ['text.0', null],
  ['text.length', null],
  ['constructor', null],
])('R16.3: %s is %j', ([text, found]) => {
  expect(resolvePath(document, parsePath(text))).toEqual(found)
})

test('R16.3: a path without parts is the whole document', () => {
  expect(resolvePath(document, [])).toBe(document)
})
