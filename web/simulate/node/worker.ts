import { defaultLimits } from '../limits.ts'
import type { Outcome, Output } from '../interpreter.ts'
import type { Parts, Program } from '../messages.ts'
import { takeImage } from './memory-image.ts'
import type { MemoryImage } from './memory-image.ts'
import { loadQuickJs } from './quickjs-boot.ts'
import { prepareNode } from './process.ts'
import { takeTypescript } from './parts.ts'
import type { LoadedParts } from './parts.ts'
import type { NodeProcess } from './process.ts'
import { blobOf, importBlob, moduleOf, say, serve } from '../host/worker-port.ts'
import type { Assets } from '../host/worker-port.ts'
import { Volume } from '../host/volume.ts'

const imageName = 'node.image'

/** The JavaScript interpreter of the sandbox: QuickJS with the parts of Node that tools use, for one program. */
serve(async (assets) => {
  const { image, spare } = await firstNode(assets)
  async function run(program: Program, output: Output, parts: Parts): Promise<Outcome> {
    const { memory } = program.limits
    const node =
      memory === defaultLimits.memory ? spare : prepareNode(await loadQuickJs(engineOf(assets), memory), image)
    const volume = new Volume(program.files, program.limits)
    const ending = await node.run(program, volume, output, await loaded(parts))
    const limit = ending.kind === 'out-of-memory' ? 'memory' : volume.limitReached
    return { kind: 'ended', ending, limit, files: volume.collect() }
  }
  return { run }
})

const engineOf = (assets: Assets): WebAssembly.Module => moduleOf(assets, 'quickjs.wasm')

async function loaded(parts: Parts): Promise<LoadedParts> {
  const { 'typescript.js': typescript, ...scripts } = parts
  const texts = Object.entries(scripts).map(async ([name, script]) => [name, await script.text()] as const)
  return {
    scripts: new Map(await Promise.all(texts)),
    typescript: typescript === undefined ? undefined : takeTypescript(await importBlob(typescript)),
  }
}

/**
 * Evaluate the Node layer and create an image of its memory. The first worker does this, and later workers start from
 * the image.
 */
async function firstNode(assets: Assets): Promise<{ readonly image: MemoryImage; readonly spare: NodeProcess }> {
  const engine = await loadQuickJs(engineOf(assets), defaultLimits.memory)
  if (assets[imageName] !== undefined) {
    const image = new Uint8Array(await blobOf(assets, imageName).arrayBuffer())
    return { image, spare: prepareNode(engine, image) }
  }
  const spare = prepareNode(engine, await blobOf(assets, 'node.js').text())
  const image = takeImage(engine)
  say({ kind: 'unpacked', assets: { ...assets, [imageName]: new Blob([image]) } })
  return { image, spare }
}
