import { interpreterNameOf, lacksOf } from '#core/simulation'
import type { InterpreterName } from '#core/simulation'
import type { Answered, Program, SandboxEnding, SpawnResult } from '../messages.ts'
import { signals } from '../signals.ts'
import { unpackFiles, type PackedFiles } from '../packed-files.ts'

/**
 * The program that a Python tool starts: a program of this sandbox, or only a name if the sandbox does not support the
 * program.
 */
export type Wanted =
  | { readonly kind: 'known'; readonly interpreter: InterpreterName; readonly program: Program }
  | { readonly kind: 'unknown'; readonly starts: string }

/** Parse the call at which a program stopped. Validates all values, because the program can forge parts of the call. */
export function wantedBy(call: string, files: PackedFiles, limits: Program['limits']): Wanted {
  const [words, env, cwd, stdin] = partsOf(call)
  const [command = '', ...args] = words
  const interpreter = interpreterNameOf(command)
  const starts = command.slice(command.lastIndexOf('/') + 1)
  if (interpreter === undefined) return { kind: 'unknown', starts }
  // A script that uses a command missing from the simulated shell would return an answer that no real shell returns.
  const read = (path: string): Uint8Array | undefined => unpackFiles(files).find((file) => file.path === path)?.bytes
  const [lack] = interpreter === 'bash' ? lacksOf({ command, args, nodeVersion: '' }, read) : []
  if (lack) return { kind: 'unknown', starts: lack.uses }
  return { kind: 'known', interpreter, program: { command, args, env, cwd, stdin, files, limits } }
}

function partsOf(
  call: string,
): readonly [readonly string[], Readonly<Record<string, string>>, cwd: string, stdin: string] {
  let read: unknown
  try {
    read = JSON.parse(call)
  } catch {
    read = []
  }
  const [words, env, cwd, stdin]: readonly unknown[] = Array.isArray(read) ? read : []
  const texts = Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : []
  const named = typeof env === 'object' && env !== null ? Object.entries(env) : []
  const variables = named.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return [
    texts,
    Object.fromEntries(variables),
    typeof cwd === 'string' ? cwd : '/project',
    typeof stdin === 'string' ? stdin : '',
  ]
}

const roots = /^\/(?:project|user|system)\//
const notFound = /(?:^|[\s:])([^\s:]+): command not found$/m

/**
 * The result that the tool receives when it runs again, or the name of a program that the sandbox cannot simulate here.
 */
export function answeredBy(
  call: string,
  { program }: Extract<Wanted, { kind: 'known' }>,
  result: SpawnResult,
): Answered | string {
  const { ending, stdout, stderr, files } = result
  if (ending.kind === 'not-simulated') return ending.starts
  const missing = notFound.exec(new TextDecoder().decode(stderr))?.[1]
  if (missing !== undefined) return missing
  const code = codeOf(ending)
  if (code === undefined || files === null || files.oversized.length > 0) return program.command
  const left = new Set(files.paths)
  const gone = program.files.paths.filter((path) => roots.test(path) && !left.has(path))
  return { call, code, stdout, stderr, written: files.touched, gone }
}

function codeOf(ending: SandboxEnding): number | undefined {
  if (ending.kind === 'exited') return ending.code
  return ending.kind === 'killed' ? -(signals[ending.signal] ?? 9) : undefined
}
