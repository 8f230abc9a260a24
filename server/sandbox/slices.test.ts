import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { collectChanges } from './changes.ts'
import { materialize } from './materialize.ts'
import { OutputBatches } from './output-batches.ts'
import { turnsDuring } from '../testing/turns-during.ts'
import { Turns } from '../turns.ts'

test('files are written and collected in slices, with other work between any two', async () => {
  const root = mkdtempSync(join(tmpdir(), 'rye-turns-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const files = Array.from({ length: 200 }, (_, index) => ({ path: `/project/d/f${index}`, bytes: Buffer.from('x') }))
  const caps = { files: 1_000, bytes: 1_000, user: null }
  expect(await turnsDuring(materialize(files, root, caps, new Turns(0)))).toBeGreaterThanOrEqual(199)
  mkdirSync(join(root, 'project/empty'))
  const collected = collectChanges(root, new Map(), { entries: 1_000, bytes: 1_000, fileBytes: 10 }, new Turns(0))
  // The loop yields twice per file: when the file's folder is listed, and when the file is read.
  expect(await turnsDuring(collected)).toBeGreaterThanOrEqual(398)
  expect(await collected).toHaveLength(200)
})

test('many short writes become few events, in order per stream, without loss at the end', async () => {
  const sent: string[] = []
  const batches = new OutputBatches((stream, chunk) => void sent.push(`${stream} ${chunk.toString()}`))
  for (const letter of 'abcdef') {
    batches.add('stdout', Buffer.from(letter))
    batches.add('stderr', Buffer.from(letter.toUpperCase()))
  }
  batches.add('stdout', Buffer.alloc(0))
  expect(sent).toEqual([])
  batches.flush()
  expect(sent).toEqual(['stdout abcdef', 'stderr ABCDEF'])
  batches.flush()
  batches.add('stdout', Buffer.from('g'))
  await expect.poll(() => sent.at(-1)).toBe('stdout g')
  expect(sent).toHaveLength(3)
})
