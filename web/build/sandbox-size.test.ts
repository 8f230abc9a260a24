import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { partNames } from '../simulate/parts.ts'
import { bundlePart, bundleSandboxScript } from './sandbox-scripts.ts'

/** The maximum number of compressed bytes that load before the first simulated JavaScript tool, without the engine. */
const most = 160_000

const packed = async (script: Promise<string>): Promise<number> => gzipSync(await script, { level: 9 }).length

test('the scripts of the simulated Node have less than 160 KB, and each separate part has more than 2 KB', async () => {
  const [worker, layer] = await Promise.all([
    packed(bundleSandboxScript('node/worker.ts')),
    packed(bundleSandboxScript('node/layer/main.ts')),
  ])
  expect(worker + layer).toBeLessThan(most)
  const parts = await Promise.all(partNames.map(async (name) => [name, await packed(bundlePart(name))] as const))
  for (const [name, bytes] of parts) expect(bytes, name).toBeGreaterThan(2000)
})
