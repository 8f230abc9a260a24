import { expect, test } from 'vitest'
import { decodeShare } from '#core'
import { exampleFolder, ryeChain } from './testing/directories.ts'

test('a link pins what its sharer would see in the page: the chain, the digest of the plan and its values', async () => {
  const cwd = exampleFolder('hello-chain')
  const { out } = await ryeChain(
    cwd,
    'share',
    '--dir',
    'project',
    '--item',
    'demo/greet',
    '--params',
    '{"name": "Ada"}',
  )
  const opened = decodeShare(out.trim().slice(out.indexOf('#') + 1))
  const expected = opened.kind === 'rejected' ? undefined : opened.snapshot.expected
  expect(expected?.chain[0]).toBe('demo/greet')
  expect(expected?.plan_digest).toMatch(/^[0-9a-f]{64}$/)
  // No environment in the project, so the fallback that the runtime names (R6.3).
  expect(expected?.values?.['/command']).toBe('python3')
})
