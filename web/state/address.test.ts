import { expect, test } from 'vitest'
import { linkParts, markOf } from './address.ts'

test.for([
  { hash: '#v1.base.abc', parts: { packed: 'v1.base.abc', view: {} } },
  { hash: '#v1.base.abc&why=%2Fplan%2Fargs%2F0', parts: { packed: 'v1.base.abc', view: { why: '/plan/args/0' } } },
  { hash: '#v2.base.abc&step=4&show=trace', parts: { packed: 'v2.base.abc', view: { step: 4, show: 'trace' } } },
  { hash: '#s.abcd1234', parts: { short: 'abcd1234' } },
  { hash: '#s.abc&show=why', parts: { short: 'abc', view: { show: 'why' } } },
  { hash: '#example=shadowing', parts: { example: 'shadowing' } },
  { hash: '#example=../../x', parts: { example: '../../x' } },
  { hash: '#s.', parts: { short: '' } },
  { hash: '#s.ab/c', parts: { short: 'ab/c' } },
  { hash: '#javascript:alert(1)', parts: { packed: undefined, short: undefined, example: undefined } },
  { hash: '', parts: { packed: undefined, view: {} } },
])('the hash $hash of an address is parsed', ({ hash, parts }) => {
  expect(linkParts(hash)).toMatchObject(parts)
})

test('a short link can be a path', () => {
  expect(linkParts('/s/abcd1234').short).toBe('abcd1234')
})

test('links with different checksums have different marks, an example has one, and a token has none', () => {
  const mark = (text: string): string | undefined => markOf(linkParts(`#v1.hello-chain-1.${text}`))
  expect(mark('AAAAAAAAbbbb')).not.toBe(mark('AAAAAAABbbbb'))
  expect(markOf(linkParts('#example=x'))).toBe('example=x')
  expect(markOf(linkParts('#token=x'))).toBeUndefined()
})

test('the text after #docs/ is passed to the documentation, whether or not it has such a page', () => {
  for (const asked of ['R6.1', 'state%20graphs', '--port', 'c++', ''])
    expect(linkParts(`#docs/${asked}`)).toMatchObject({ docs: asked, packed: undefined, example: undefined })
  expect(linkParts('#documents').docs).toBeUndefined()
})
