import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { Capture } from '#core/run'
import { capturedText } from './captured-text.ts'

function captured(keep: number, ...chunks: readonly Buffer[]) {
  const capture = new Capture(keep)
  for (const chunk of chunks) capture.take(chunk)
  return capturedText(capture)
}

test('a line states how much of the middle is omitted', () => {
  const text = 'abc\n[... 2 bytes left out ...]\nfg'
  expect(captured(5, Buffer.from('abcdefg'))).toEqual({ text, bytes: 7, omitted_bytes: 2 })
})

test('a character split between chunks, or between head and tail, is joined', () => {
  const bytes = Buffer.from('aé')
  expect(captured(100, bytes.subarray(0, 2), bytes.subarray(2)).text).toBe('aé')
  expect(captured(3, bytes).text).toBe('aé')
})

test('a byte order mark is kept', () => {
  expect(captured(100, Buffer.from('\ufeffa')).text).toBe('\ufeffa')
})
