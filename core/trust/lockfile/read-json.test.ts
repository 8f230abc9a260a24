import { expect, test } from 'vitest'
import { plain } from '../../read/located.ts'
import { pyRepr } from '../../read/value/text.ts'
import { readJson } from './read-json.ts'

test.for<[string, string]>([
  ['{"a": [1, -0, 1.0, 1e2, 0.5, NaN, -Infinity], "b": null}', "{'a': [1, 0, 1.0, 100.0, 0.5, nan, -inf], 'b': None}"],
  ['{"a": 1, "b": 2, "a": 3}', "{'a': 3, 'b': 2}"],
  ['"\\u00e9\\ud83d\\ude00\\/\\b\\n"', "'é😀/\\x08\\n'"],
  ['"\\ud800"', "'\\ud800'"],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  [' \t\n{ } ', '{}'],
  ['{"__proto__": {"x": 1}}', "{'__proto__': {'x': 1}}"],
])('JSON as Python reads it: %s', ([json, repr]) => {
  const read = readJson(json)
  expect('node' in read && pyRepr(plain(read.node))).toBe(repr)
})

test.for([
  '01',
  '1.',
  '.5',
  '+1',
  '-',
  'nul',
  'True',
  "'x'",
  '"a\nb"',
  '"\\x41"',
  '"\\u12"',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '{"a" 1}',
  '[1 2]',
  '"',
  '\u00a01',
])('JSON refused as Python refuses it: %j', (json) => {
  expect(readJson(json)).toHaveProperty('problem')
})

test('a number may have as many digits as Python reads, and no more', () => {
  expect(readJson('9'.repeat(4300))).toHaveProperty('node')
  expect(readJson('9'.repeat(4301))).toHaveProperty('problem')
})

test('places of JSON values: the text of a plain string, of none with escapes', () => {
  const read = readJson('{"key": "value", "e": "\\n"}')
  if (!('node' in read) || read.node.kind !== 'dict') throw new Error('no node')
  expect(read.node.entries.get('key')).toEqual({
    keyStart: 1,
    keyEnd: 6,
    value: { kind: 'scalar', start: 8, end: 15, value: 'value', text: 9 },
  })
  expect(read.node.entries.get('e')?.value).toMatchObject({ text: -1 })
})
