import { defaultLimits } from '../limits.ts'
import type { Outcome, Output } from '../interpreter.ts'
import type { Program, SandboxEnding } from '../messages.ts'
import { BashProcess } from './process.ts'
import type { Bashkit } from './process.ts'
import { importAsset, moduleOf, serve, spawn } from '../host/worker-port.ts'
import { Volume } from '../host/volume.ts'

/** The shell's part of the sandbox: bashkit over the workspace, with python3 and node from their own workers. */
serve(async (assets) => {
  const bashkit = (await importAsset(assets, 'bashkit.mjs')) as unknown as Bashkit
  const { memory } = bashkit.initSync({ module: moduleOf(assets, 'bashkit.wasm') })
  async function run(program: Program, output: Output): Promise<Outcome> {
    const volume = new Volume(program.files, program.limits)
    const ending = await new Promise<SandboxEnding>((resolve) => {
      const crash = (error: unknown): void => {
        output.write('stderr', new TextEncoder().encode(`${program.command}: ${String(error)}\n`))
        resolve(endingOfCrash(error, memory.buffer.byteLength))
      }
      // bashkit continues in tasks of its own, where a crash has no caller.
      self.addEventListener('error', (event) => {
        event.preventDefault()
        crash(event.error)
      })
      new BashProcess(bashkit, program, volume, output, spawn).run().then(resolve, crash)
    })
    const limit = ending.kind === 'out-of-memory' ? 'memory' : volume.limitReached
    return { kind: 'ended', ending, limit, files: volume.collect() }
  }
  return { run }
})

/** The build gives bashkit memory a ceiling; Rust asks for twice what it has, so want shows well below it. */
function endingOfCrash(error: unknown, memoryBytes: number): SandboxEnding {
  const text = String(error)
  if (memoryBytes > defaultLimits.memory * 0.3 || /memory/i.test(text)) return { kind: 'out-of-memory' }
  return { kind: 'killed', signal: /stack|recursion|depth/i.test(text) ? 'SIGSEGV' : 'SIGABRT' }
}
