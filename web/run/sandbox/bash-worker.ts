import { defaultLimits } from '../simulate/limits.ts'
import type { Program, SandboxEnding } from '../simulate/messages.ts'
import { BashProcess } from './bash-process.ts'
import type { Bashkit } from './bash-process.ts'
import { OutputSender, importAsset, moduleOf, say, serve, spawn } from './worker-port.ts'
import { Volume } from './volume.ts'

/** The shell's part of the sandbox: bashkit over the workspace, with python3 and node from their own workers. */
serve(async (assets) => {
  const bashkit = (await importAsset(assets, 'bashkit.mjs')) as unknown as Bashkit
  const { memory } = bashkit.initSync({ module: moduleOf(assets, 'bashkit.wasm') })
  return async (program: Program) => {
    const volume = new Volume(program.files, program.limits)
    const sender = new OutputSender(program.limits.output)
    const finish = (ending: SandboxEnding): void => {
      sender.flush()
      const limit = ending.kind === 'out-of-memory' ? 'memory' : volume.limitReached
      say({ kind: 'ended', ending, limit, files: volume.collect() })
    }
    const crash = (error: unknown): void => {
      sender.write('stderr', new TextEncoder().encode(`${program.command}: ${String(error)}\n`))
      finish(endingOfCrash(error, memory.buffer.byteLength))
    }
    // bashkit goes on in tasks of its own, where a crash has no caller.
    self.addEventListener('error', (event) => {
      event.preventDefault()
      crash(event.error)
    })
    await new BashProcess(bashkit, program, volume, sender, spawn).run().then(finish, crash)
  }
})

/** The build gives bashkit memory a ceiling; Rust asks for twice what it has, so want shows well below it. */
function endingOfCrash(error: unknown, memoryBytes: number): SandboxEnding {
  const text = String(error)
  if (memoryBytes > defaultLimits.memory * 0.3 || /memory/i.test(text)) return { kind: 'out-of-memory' }
  return { kind: 'killed', signal: /stack|recursion|depth/i.test(text) ? 'SIGSEGV' : 'SIGABRT' }
}
