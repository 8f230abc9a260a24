import type { Program, SandboxEnding } from '../messages.ts'
import { bootPyodide } from './pyodide-boot.ts'
import { PyodideFiles } from './pyodide-files.ts'
import { placeAnswers, signalOf, startedBy } from './other-programs.ts'
import { serve } from '../host/worker-port.ts'
import type { OutputSender, Outcome } from '../host/worker-port.ts'

/** CPython's part of the sandbox: restore the snapshot, then be `python3` for one program. */
serve(async (assets) => {
  const { pyodide, memory } = await bootPyodide(assets)
  // Taken now: a program that left by `os._exit` has closed the way to them.
  const { FS: fs } = pyodide
  const files = new PyodideFiles(fs)
  const runner = pyodide.globals.get('rye_run')

  async function run(program: Program, output: OutputSender): Promise<Outcome> {
    connectStreams(pyodide, output, program.stdin)
    memory.limit = program.limits.memory
    const answers = placeAnswers(fs, program.answers ?? [])
    files.mount(program.files, program.limits)
    const { command, args, env, cwd } = program
    let ending: SandboxEnding
    try {
      const result: unknown = JSON.parse(runner(JSON.stringify({ command, args, env, cwd, answers })))
      ending = endingOf(result)
    } catch (error) {
      ending = endingOfCrash(error, memory.refused)
    }
    const signal = signalOf(fs)
    if (signal !== undefined) ending = { kind: 'killed', signal }
    const call = startedBy(fs)
    if (call !== undefined) return { kind: 'left', call, files: files.whole() }
    const after = files.collect(program.limits)
    const limit = ending.kind === 'out-of-memory' ? 'memory' : files.limitReached
    return { kind: 'ended', ending, limit, files: after }
  }
  return { run }
})

type Pyodide = Awaited<ReturnType<typeof bootPyodide>>['pyodide']

function connectStreams(pyodide: Pyodide, output: OutputSender, stdin: string): void {
  const input = new TextEncoder().encode(stdin)
  let at = 0
  pyodide.setStdin({
    isatty: false,
    read(buffer) {
      const count = Math.min(buffer.length, input.length - at)
      buffer.set(input.subarray(at, at + count))
      at += count
      return count
    },
  })
  const writer = (stream: 'stdout' | 'stderr') => ({
    isatty: false,
    write(bytes: Uint8Array) {
      output.write(stream, bytes)
      return bytes.length
    },
  })
  pyodide.setStdout(writer('stdout'))
  pyodide.setStderr(writer('stderr'))
}

function endingOf(result: unknown): SandboxEnding {
  const { code, uncaught, starts } = result as { code: number; uncaught: string | null; starts?: string | null }
  if (typeof starts === 'string') return { kind: 'not-simulated', starts }
  if (uncaught === 'MemoryError') return { kind: 'out-of-memory' }
  if (uncaught === 'KeyboardInterrupt') return { kind: 'killed', signal: 'SIGINT' }
  return { kind: 'exited', code }
}

/** `os._exit` leaves through an object with a status; everything else ended as a crash ends a process. */
function endingOfCrash(error: unknown, refusedMemory: boolean): SandboxEnding {
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number') {
    return { kind: 'exited', code: error.status & 255 }
  }
  if (error instanceof RangeError) return { kind: 'killed', signal: 'SIGSEGV' }
  return refusedMemory ? { kind: 'out-of-memory' } : { kind: 'killed', signal: 'SIGABRT' }
}
