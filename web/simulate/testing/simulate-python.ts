import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Output } from '../interpreter.ts'
import type { Program, SandboxEnding } from '../messages.ts'
import { capMemory } from '../python/memory-cap.ts'
import { preparePython } from '../python/process.ts'
import type { Pyodide } from '../python/pyodide-boot.ts'
import { keepUtc } from '../python/utc.ts'

const packageFolder = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))

/** Run a Python program as the page's worker does, in an interpreter restored from a snapshot. */
export async function runPython(program: Program, output: Output, snapshot: Uint8Array): Promise<SandboxEnding> {
  const memory = capMemory()
  const localTime = keepUtc()
  const { loadPyodide } = await import('pyodide')
  const pyodide = (await loadPyodide({
    env: { HOME: '/', PYTHONINSPECT: '' },
    jsglobals: { setTimeout, clearTimeout, Object, Array, Error },
    indexURL: packageFolder,
    _loadSnapshot: snapshot,
  })) as unknown as Pyodide
  localTime()
  pyodide._api.fatal_error = (error) => {
    throw error
  }
  const outcome = preparePython(pyodide, memory)(program, output)
  memory.limit = Infinity
  return outcome.kind === 'ended' ? outcome.ending : { kind: 'not-simulated', starts: outcome.call }
}
