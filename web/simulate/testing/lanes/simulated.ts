import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { interpreterNameOf } from '#core/simulation'
import { defaultLimits } from '../../limits.ts'
import { capMemory } from '../../python/memory-cap.ts'
import { keepUtc } from '../../python/utc.ts'
import { preparePython } from '../../python/process.ts'
import type { Pyodide } from '../../python/pyodide-boot.ts'
import type { Output } from '../../interpreter.ts'
import type { Channel, Program as Given, SandboxEnding } from '../../messages.ts'
import { packFiles } from '../../packed-files.ts'
import { runBash } from '../simulate-bash.ts'
import { runNode } from '../simulate-node.ts'
import type { Program } from './compared.ts'
import { envOf } from './real.ts'
import type { Run } from './real.ts'

/** Run a program in the page's interpreters, without the frame. For Python, each process supports only one call. */
export async function simulate(program: Program, snapshot: string): Promise<Run> {
  const encoder = new TextEncoder()
  const files = Object.entries(program.files ?? {}).map(([path, text]) => {
    return { path: `/project/${path}`, bytes: encoder.encode(text) }
  })
  const given: Given = {
    command: program.command,
    args: [...program.args],
    env: envOf(program),
    cwd: '/project',
    stdin: program.stdin ?? '',
    files: packFiles(files),
    limits: defaultLimits,
  }
  const texts: Partial<Record<Channel, string>> = {}
  const decoder = new TextDecoder()
  const output = {
    write(channel: Channel, bytes: Uint8Array) {
      texts[channel] = (texts[channel] ?? '') + decoder.decode(bytes)
    },
    flush: () => undefined,
  }
  const interpreter = interpreterNameOf(program.command)
  const ending =
    interpreter === 'python'
      ? await runPython(given, output, snapshot)
      : await (interpreter === 'bash' ? runBash : runNode)(given, output)
  return { ending: describe(ending), out: texts.stdout ?? '', err: texts.stderr ?? '' }
}

const packageFolder = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))

async function runPython(given: Given, output: Output, snapshot: string): Promise<SandboxEnding> {
  const memory = capMemory()
  keepUtc()
  const { loadPyodide } = await import('pyodide')
  const pyodide = (await loadPyodide({
    env: { HOME: '/', PYTHONINSPECT: '' },
    jsglobals: { setTimeout, clearTimeout, Object, Array, Error },
    indexURL: packageFolder,
    _loadSnapshot: new Uint8Array(readFileSync(snapshot)),
  })) as unknown as Pyodide
  pyodide._api.fatal_error = (error) => {
    throw error
  }
  const outcome = preparePython(pyodide, memory)(given, output)
  return outcome.kind === 'ended' ? outcome.ending : { kind: 'not-simulated', starts: outcome.call }
}

function describe(ending: SandboxEnding): string {
  if (ending.kind === 'exited') return `exited ${ending.code}`
  return ending.kind === 'killed' ? `killed ${ending.signal}` : ending.kind
}
