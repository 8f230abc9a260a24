import { readFileSync } from 'node:fs'
import { interpreterNameOf } from '#core/simulation'
import { defaultLimits } from '../../limits.ts'
import type { Channel, Program as Given, SandboxEnding } from '../../messages.ts'
import { packFiles } from '../../packed-files.ts'
import { runBash } from '../simulate-bash.ts'
import { runNode } from '../simulate-node.ts'
import { runPython } from '../simulate-python.ts'
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
      ? await runPython(given, output, new Uint8Array(readFileSync(snapshot)))
      : await (interpreter === 'bash' ? runBash : runNode)(given, output)
  return { ending: describe(ending), out: texts.stdout ?? '', err: texts.stderr ?? '' }
}

function describe(ending: SandboxEnding): string {
  if (ending.kind === 'exited') return `exited ${ending.code}`
  return ending.kind === 'killed' ? `killed ${ending.signal}` : ending.kind
}
