import { expect, test } from 'vitest'
import { Parts } from '#core/answer'
import type { Snapshot } from '#core/workspace'
import { Engine } from './engine.ts'
import { handle } from './handle.ts'
import { loadLacking } from './late-parts.ts'

const draft: Snapshot = {
  format: 1,
  name: 'late parts',
  files: {
    '/project/.ai/tools/a.mjs': `export const __version__ = "1.0.0"
export const __executor_id__ = "rye/core/runtimes/node/nod"
`,
  },
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  item_id: 'a',
  parameters: '{}',
  bundle: { id: 'ryeos-core', version: '1.1.0' },
}

test('the engine loads the parser and messages that a draft needs, and then returns a complete answer', async () => {
  const parts = new Parts()
  const answer = await handle(new Engine(parts), { kind: 'open', run: 1, snapshot: draft, without: [] }, () => 0)
  if (answer.kind !== 'analysis') throw new Error(answer.kind)
  expect(answer.analysis.lacks).toBeUndefined()
  expect(answer.analysis.chain[0]?.executor_id).toBe('rye/core/runtimes/node/nod')
  const finding = answer.analysis.diagnostics.find(({ code }) => code === 'executor-not-found')
  expect(finding?.message).toContain('rye/core/runtimes/node/nod')
  expect(parts.lacking).toEqual([])
})

test('the engine loads the character names for a draft that uses one', async () => {
  const text = '__version__ = "\\N{DIGIT ONE}.\\N{DIGIT TWO}.0"\n__executor_id__ = "rye/core/primitives/execute"\n'
  const snapshot = { ...draft, files: { '/project/.ai/tools/a.py': text } }
  const parts = new Parts()
  const answer = await handle(new Engine(parts), { kind: 'open', run: 1, snapshot, without: [] }, () => 0)
  if (answer.kind !== 'analysis') throw new Error(answer.kind)
  expect(answer.analysis.chain[0]?.version).toBe('1.2.0')
  expect([parts.lacking, answer.analysis.lacks]).toEqual([[], undefined])
})

test('no part is loaded if none is missing', async () => {
  expect(await loadLacking(new Parts())).toBe(false)
})
