import { expect, test } from 'vitest'
import { Capture } from './capture.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (unit) => unit.charCodeAt(0))
const text = (kept: Uint8Array): string => String.fromCharCode(...kept)

test.for([
  { name: 'output within the limit is complete', keep: 8, chunks: ['ab', 'c'], head: 'abc', tail: '' },
  { name: 'output of exactly the limit is complete', keep: 4, chunks: ['abcd'], head: 'ab', tail: 'cd' },
  { name: 'one byte over the limit drops a byte from the middle', keep: 4, chunks: ['abcde'], head: 'ab', tail: 'de' },
  {
    name: 'the tail always contains the latest bytes',
    keep: 8,
    chunks: ['abcdefgh', 'ijk', 'lm'],
    head: 'abcd',
    tail: 'jklm',
  },
  {
    name: 'many short writes are cut like one write',
    keep: 4,
    chunks: [...'abcdefghijklmnopqrstuvwxyz'],
    head: 'ab',
    tail: 'yz',
  },
  { name: 'with an odd limit, the head is one byte longer', keep: 5, chunks: ['abcdefg'], head: 'abc', tail: 'fg' },
  {
    name: 'one chunk larger than the limit is cut',
    keep: 8,
    chunks: ['abcdefghijklmnopqrstuvwxyz'],
    head: 'abcd',
    tail: 'wxyz',
  },
  { name: 'no output gives an empty head and tail', keep: 4, chunks: [], head: '', tail: '' },
])('$name', ({ keep, chunks, head, tail }) => {
  const capture = new Capture(keep)
  const shown = chunks.map((chunk) => chunk.slice(0, capture.take(bytes(chunk)))).join('')
  expect([shown, text(capture.head), text(capture.tail), capture.bytes]).toEqual([
    head,
    head,
    tail,
    chunks.join('').length,
  ])
})

test('memory stays within the limit for much more output', () => {
  const capture = new Capture(1000)
  for (let index = 0; index < 20_000; index++) capture.take(bytes('x'.repeat(100)))
  expect([capture.bytes, capture.head.buffer.byteLength, capture.tail.buffer.byteLength]).toEqual([
    2_000_000, 500, 1000,
  ])
})
