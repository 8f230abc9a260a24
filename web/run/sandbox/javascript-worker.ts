import { defaultLimits } from '../simulate/limits.ts'
import type { Program } from '../simulate/messages.ts'
import { loadQuickJs } from './quickjs-boot.ts'
import { prepareNode } from './node-process.ts'
import { OutputSender, blobOf, moduleOf, say, serve } from './worker-port.ts'
import { Volume } from './volume.ts'

/** JavaScript's part of the sandbox: QuickJS with what tools use of Node, for one program. */
serve(async (assets) => {
  const wasm = moduleOf(assets, 'quickjs.wasm')
  const prelude = await blobOf(assets, 'node.js').text()
  const spare = prepareNode(await loadQuickJs(wasm, defaultLimits.memory), prelude)
  return async (program: Program) => {
    const { memory, output } = program.limits
    const node = memory === defaultLimits.memory ? spare : prepareNode(await loadQuickJs(wasm, memory), prelude)
    const volume = new Volume(program.files, program.limits)
    const sender = new OutputSender(output)
    const ending = await node.run(program, volume, sender)
    sender.flush()
    const limit = ending.kind === 'out-of-memory' ? 'memory' : volume.limitReached
    say({ kind: 'ended', ending, limit, files: volume.collect() })
  }
})
