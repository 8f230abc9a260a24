import { expect, test } from 'vitest'
import { Capture } from './capture.ts'

test.for([
  { name: 'all fits', keep: 100, chunks: ['ab', 'cd'], text: 'abcd', omitted: 0 },
  { name: 'exactly full', keep: 4, chunks: ['abcd'], text: 'abcd', omitted: 0 },
  { name: 'one too many', keep: 4, chunks: ['abcde'], text: 'ab\n[... 1 bytes left out ...]\nde', omitted: 1 },
  {
    name: 'many small ones',
    keep: 4,
    chunks: [...'abcdefghijklmnopqrstuvwxyz'],
    text: 'ab\n[... 22 bytes left out ...]\nyz',
    omitted: 22,
  },
  { name: 'odd size', keep: 5, chunks: ['abcdefg'], text: 'abc\n[... 2 bytes left out ...]\nfg', omitted: 2 },
  { name: 'nothing', keep: 4, chunks: [], text: '', omitted: 0 },
] as const)('$name', ({ keep, chunks, text, omitted }) => {
  const capture = new Capture(keep)
  for (const chunk of chunks) capture.take(Buffer.from(chunk))
  expect(capture.text()).toEqual({ text, bytes: chunks.join('').length, omitted_bytes: omitted })
})

test('only what belongs to the head is passed on', () => {
  const capture = new Capture(4)
  expect([capture.take(Buffer.from('abc')).toString(), capture.take(Buffer.from('d')).length]).toEqual(['ab', 0])
})

test('a character cut between chunks is whole again', () => {
  const capture = new Capture(100)
  const bytes = Buffer.from('é')
  capture.take(bytes.subarray(0, 1))
  capture.take(bytes.subarray(1))
  expect(capture.text().text).toBe('é')
})

test('memory stays bounded however much comes', () => {
  const capture = new Capture(1000)
  for (let index = 0; index < 20_000; index++) capture.take(Buffer.alloc(100, 'x'))
  expect(capture.text()).toMatchObject({ bytes: 2_000_000, omitted_bytes: 1_999_000 })
})
