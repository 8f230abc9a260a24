import { expect, test } from 'vitest'
import { analyze, Parts } from '#core/answer'
import { MemoryTree, purePorts, type Host } from '#core/input'
import { bundleOfDialect, settingsOfSnapshot, Workspace } from '#core/workspace'
import { loadBundle } from '../files/bundles.ts'
import { bytesOf } from '../files/content.ts'
import { warmUp } from './warm-up.ts'

test('the bundle signatures that the first question needs are verified before that question', async () => {
  let checked = 0
  const host: Host = {
    ...purePorts,
    parts: new Parts(),
    verifyEd25519: (...given) => {
      checked++
      return purePorts.verifyEd25519(...given)
    },
  }
  await warmUp(host)
  expect(checked).toBeGreaterThan(0)
  // The warm-up needs only parts that the first answer also needs.
  expect(host.parts.lacking).toEqual([])
  checked = 0

  const head = {
    format: 1,
    name: 'mine',
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    bundle: bundleOfDialect.lillux,
    item_id: 'mine',
    parameters: '{}',
  } as const
  const tree = new MemoryTree()
  tree.write(
    '/project/.ai/tools/mine.py',
    bytesOf('__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'),
  )
  for (const [path, text] of await loadBundle(head.bundle)) tree.write(path, bytesOf(text))
  const { chain } = analyze(new Workspace(settingsOfSnapshot(head), tree, host), head)
  expect(chain.map(({ signature }) => signature.state)).toEqual(['unsigned', 'verified', 'verified'])
  expect(checked).toBe(0)
})
