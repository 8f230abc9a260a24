import { Buffer } from 'node:buffer'
import { omissionMark, type Capture, type CapturedText } from '#core/run'

/**
 * The stored part of a stream as UTF-8 with replacement characters (R15.1). If bytes are missing, a line in the middle
 * reports their number.
 */
export function capturedText({ head, tail, bytes }: Capture): CapturedText {
  const omitted_bytes = bytes - head.length - tail.length
  const decoded = (kept: Uint8Array): string => Buffer.from(kept.buffer, kept.byteOffset, kept.length).toString('utf8')
  const text =
    omitted_bytes === 0
      ? Buffer.concat([head, tail]).toString('utf8')
      : decoded(head) + omissionMark(omitted_bytes) + decoded(tail)
  return { text, bytes, omitted_bytes }
}
