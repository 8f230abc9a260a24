import type { Program, SandboxEnding } from '../messages.ts'
import type { Output, Outcome } from '../interpreter.ts'
import { placeAnswers, signalOf, startedBy } from './other-programs.ts'
import type { MemoryCap } from './memory-cap.ts'
import type { Pyodide } from './pyodide-boot.ts'
import { placeZones } from './zone-files.ts'
import { PyodideFiles } from './pyodide-files.ts'

/** Prepare `python3` for one program, in an interpreter that was restored from the snapshot. */
export function preparePython(pyodide: Pyodide, memory: MemoryCap): (program: Program, output: Output) => Outcome {
  // Store the file system now, because it is not accessible after `os._exit`.
  const { FS: fs } = pyodide
  const files = new PyodideFiles(fs)
  const runner = pyodide.globals.get('rye_run')

  return (program, output) => {
    connectStreams(pyodide, output, program.stdin)
    memory.limit = program.limits.memory
    const answers = placeAnswers(fs, program.answers ?? [])
    placeZones(fs, program)
    files.mount(program.files, program.limits)
    const { command, args, env, cwd } = program
    let ending: SandboxEnding
    try {
      ending = endingOf(JSON.parse(runner(JSON.stringify({ command, args, env, cwd, answers }))))
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
}

function connectStreams(pyodide: Pyodide, output: Output, stdin: string): void {
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

/** The ending for a thrown value: an object with a status means `os._exit`, anything else a crash. */
function endingOfCrash(error: unknown, refusedMemory: boolean): SandboxEnding {
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number') {
    return { kind: 'exited', code: error.status & 255 }
  }
  const isOutside = error instanceof WebAssembly.RuntimeError && /out of bounds/i.test(error.message)
  if (error instanceof RangeError || isOutside) return { kind: 'killed', signal: 'SIGSEGV' }
  return refusedMemory ? { kind: 'out-of-memory' } : { kind: 'killed', signal: 'SIGABRT' }
}
