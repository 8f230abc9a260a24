import { expect, test } from 'vitest'
import { joinBytes } from '../../files/bytes.ts'
import { Capture } from './capture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (data: Uint8Array): string => new TextDecoder().decode(data)

test.for([
  { name: 'short output is all live', chunks: ['ab', 'c'], live: 'abc', tail: '', total: 3 },
  { name: 'the second half is tail', chunks: ['abcdef'], live: 'abcd', tail: 'ef', total: 6 },
  { name: 'the tail moves on', chunks: ['abcdefgh', 'ijk', 'lm'], live: 'abcd', tail: 'jklm', total: 13 },
  { name: 'one chunk larger than all', chunks: ['abcdefghijklmnopqrstuvwxyz'], live: 'abcd', tail: 'wxyz', total: 26 },
  { name: 'many small chunks', chunks: [...'abcdefghij'], live: 'abcd', tail: 'ghij', total: 10 },
])('$name', ({ chunks, live, tail, total }) => {
  const capture = new Capture(8)
  const shown = chunks.map((chunk) => text(capture.add(bytes(chunk)))).join('')
  expect([shown, text(capture.tail()), capture.total]).toEqual([live, tail, total])
})

test('chunks join in order', () => {
  expect(text(joinBytes([bytes('a'), bytes(''), bytes('bc')]))).toBe('abc')
})
