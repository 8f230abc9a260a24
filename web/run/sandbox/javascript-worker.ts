import { defaultLimits } from '../simulate/limits.ts'
import type { Program } from '../simulate/messages.ts'
import { takeImage } from './memory-image.ts'
import type { MemoryImage } from './memory-image.ts'
import { loadQuickJs } from './quickjs-boot.ts'
import { prepareNode } from './node-process.ts'
import type { NodeProcess } from './node-process.ts'
import { OutputSender, blobOf, moduleOf, say, serve } from './worker-port.ts'
import type { Assets } from './worker-port.ts'
import { Volume } from './volume.ts'

const imageName = 'node.image'

/** JavaScript's part of the sandbox: QuickJS with what tools use of Node, for one program. */
serve(async (assets) => {
  const { image, spare } = await firstNode(assets)
  return async (program: Program) => {
    const { memory, output } = program.limits
    const node =
      memory === defaultLimits.memory ? spare : prepareNode(await loadQuickJs(engineOf(assets), memory), image)
    const volume = new Volume(program.files, program.limits)
    const sender = new OutputSender(output)
    const ending = await node.run(program, volume, sender)
    sender.flush()
    const limit = ending.kind === 'out-of-memory' ? 'memory' : volume.limitReached
    say({ kind: 'ended', ending, limit, files: volume.collect() })
  }
})

const engineOf = (assets: Assets): WebAssembly.Module => moduleOf(assets, 'quickjs.wasm')

/** The first worker evaluates the Node layer and takes the image of its memory, from which all later ones begin. */
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
