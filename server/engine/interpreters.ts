import { hostProcess } from '#core/rules'
import type { ProgramAnswer } from '#core/workspace'
import { accessSync, constants } from 'node:fs'
import type { ProcessPlan } from '../plan.ts'
import { runProcess } from '../sandbox/subprocess.ts'
import type { OwnInterpreters } from './own-interpreters.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** A program on this machine that tools can see: a host fact (R6.3). */
export interface HostInterpreter {
  readonly name: string
  readonly path: string
  readonly version: string
}

const CANDIDATES: readonly (readonly [name: string, flag: string])[] = [
  ['python3', '--version'],
  ['python', '--version'],
  ['node', '--version'],
  ['bash', '--version'],
  ['sh', ''],
  ['ruby', '--version'],
  ['perl', '--version'],
  ['deno', '--version'],
  ['bun', '--version'],
  ['php', '--version'],
  ['git', '--version'],
  ['jq', '--version'],
]

/** The folders that tools search, in order; all are visible in the sandbox. */
const TOOL_PATH = ['/usr/local/bin', '/usr/bin', '/bin'] as const

/** The names of the interpreters to find. */
export const interpreterNames = CANDIDATES.map(([name]) => name)

/**
 * Find the interpreters, and run those with a version option in the sandbox of tools to get their version. The
 * interpreters of the user who started the server are a fallback. Empty without a sandbox.
 */
export async function findInterpreters(sandbox: Sandbox, own?: OwnInterpreters): Promise<readonly HostInterpreter[]> {
  if (sandbox.level === 'none') return []
  const found: HostInterpreter[] = []
  for (const [name, flag] of CANDIDATES) {
    const path =
      [...sandbox.expose.map((dir) => `${dir}/bin`), ...TOOL_PATH]
        .map((dir) => `${dir}/${name}`)
        .find((candidate) => isProgram(candidate)) ?? own?.programOf(name)
    if (path === undefined) continue
    if (flag === '') {
      found.push({ name, path, version: '' })
      continue
    }
    const answer = await runCommand(sandbox, path, [flag], own)
    if (answer === undefined) continue
    found.push({ name, path, version: /\d+(\.\d+)+/.exec(answer)?.[0] ?? '' })
  }
  return found
}

/**
 * The output of a short program in the sandbox, or undefined if it failed: for `command` and `version_manager` (R6.3).
 */
async function runCommand(
  sandbox: Sandbox,
  command: string,
  args: readonly string[],
  own?: OwnInterpreters,
): Promise<string | undefined> {
  const env = { PATH: TOOL_PATH.join(':') }
  const plan: ProcessPlan = { primitive: hostProcess, command, args, env, cwd: null, input: null, timeout: 10 }
  const { outcome } = await runProcess(sandbox, {
    plan,
    files: [],
    signal: new AbortController().signal,
    installation: own?.neededBy(plan),
  })
  const succeeded = outcome.ending.kind === 'exited' && outcome.ending.return_code === 0
  return succeeded ? outcome.stdout.text || outcome.stderr.text : undefined
}

/** The output of a program in the sandbox, or a failure if the sandbox cannot start it. */
export async function askProgram(sandbox: Sandbox, argv: readonly string[]): Promise<ProgramAnswer> {
  const [command = '', ...args] = argv
  const stdout = sandbox.level === 'none' ? undefined : await runCommand(sandbox, command, args)
  return { argv, return_code: stdout === undefined ? 1 : 0, stdout: stdout ?? '' }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
