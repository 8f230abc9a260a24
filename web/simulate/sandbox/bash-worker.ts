import type { Program, SandboxEnding } from '../messages.ts'
import { BashProcess } from './bash-process.ts'
import type { Bashkit } from './bash-process.ts'
import { OutputSender, importAsset, moduleOf, say, serve } from './worker-port.ts'
import { Volume } from './volume.ts'

/** The shell's part of the sandbox: bashkit over the workspace, with python3 and node from their own workers. */
serve(async (assets) => {
  const bashkit = (await importAsset(assets, 'bashkit.mjs')) as unknown as Bashkit
  const { memory } = bashkit.initSync({ module: moduleOf(assets, 'bashkit.wasm') })
  return async (program: Program) => {
    const volume = new Volume(program.files, program.limits)
    const sender = new OutputSender(program.limits.output)
    let ending: SandboxEnding
    try {
      ending = await new BashProcess(bashkit, program, volume, sender).run()
    } catch (error) {
      ending = endingOfCrash(error, memory.buffer.byteLength)
      sender.write('stderr', new TextEncoder().encode(`${program.command}: ${String(error)}\n`))
    }
    sender.flush()
    const limit = ending.kind === 'out-of-memory' ? 'memory' : volume.limitReached
    say({ kind: 'ended', ending, limit, files: volume.collect() })
  }
})

/** The build gives bashkit's memory a ceiling; a crash close below it is for want of memory. */
function endingOfCrash(error: unknown, memoryBytes: number): SandboxEnding {
  const text = String(error)
  if (memoryBytes > memoryCeiling * 0.8 || /memory/i.test(text)) return { kind: 'out-of-memory' }
  return { kind: 'killed', signal: /stack|recursion|depth/i.test(text) ? 'SIGSEGV' : 'SIGABRT' }
}

const memoryCeiling = 256 * 1024 * 1024
