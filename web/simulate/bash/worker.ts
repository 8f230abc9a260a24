import { loadJq } from 'jq-wasm'
import { defaultLimits } from '../limits.ts'
import type { Outcome, Output } from '../interpreter.ts'
import type { Program, SandboxEnding } from '../messages.ts'
import type { Jq } from './jq.ts'
import { BashProcess } from './process.ts'
import type { Bashkit } from './process.ts'
import { importAsset, moduleOf, serve, spawn } from '../host/worker-port.ts'
import { Volume } from '../host/volume.ts'

/** The shell of the sandbox: bashkit with the files of the workspace. python3 and node run in separate workers. */
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
      // bashkit continues in separate tasks, where no caller catches a crash.
      self.addEventListener('error', (event) => {
        event.preventDefault()
        crash(event.error)
      })
      const jq = (): Promise<Jq> => loadJq({ wasmModule: moduleOf(assets, 'jq.wasm') })
      new BashProcess(bashkit, program, volume, output, spawn, jq).run().then(resolve, crash)
    })
    const limit = ending.kind === 'out-of-memory' ? 'memory' : volume.limitReached
    return { kind: 'ended', ending, limit, files: volume.collect() }
  }
  return { run }
})

/**
 * The ending of a crashed shell. The build limits the memory of bashkit. Rust doubles its memory with each request, so
 * a request can fail far below the limit.
 */
function endingOfCrash(error: unknown, memoryBytes: number): SandboxEnding {
  const text = String(error)
  if (memoryBytes > defaultLimits.memory * 0.3 || /memory/i.test(text)) return { kind: 'out-of-memory' }
  return { kind: 'killed', signal: /stack|recursion|depth/i.test(text) ? 'SIGSEGV' : 'SIGABRT' }
}
