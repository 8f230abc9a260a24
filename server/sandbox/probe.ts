import { hostProcess } from '#core/rules'
import { readdirSync, readFileSync } from 'node:fs'
import type { ProcessPlan } from '../plan.ts'
import { runProcess } from './subprocess.ts'
import { closeQuietly, isLiveOwner, openRunBase, type RunBase } from './base.ts'
import { findCgroupPlace, sweepCgroups } from './cgroup.ts'
import type { SandboxLevel } from './command.ts'
import { lackOf, levelsToTry } from './lacks.ts'
import { limitsWith } from './limits.ts'
import { makeSandbox } from './sandbox.ts'
import type { Sandbox, SandboxSettings } from './sandbox.ts'
import { canGiveUsers, claimUsers, type UserBlock } from './users.ts'

/** The result of the probe, for the start message, the page and `/api/health`. */
export interface SandboxReport {
  readonly level: SandboxLevel
  /** The reasons why better levels do not work here. */
  readonly missing: readonly string[]
  /** The reason why no level works here, as a sentence; null if one works or if only control groups are missing. */
  readonly reason: string | null
  /** The command or instruction that enables a better level; null at level full. */
  readonly hint: string | null
  /** Whether the kernel counts memory and processes, in addition to the watchdog. */
  readonly kernel_counts: boolean
  /** Number of leftovers of killed servers that were removed at startup. */
  readonly swept: number
}

/** Remove the leftovers of killed servers, and find the best level that can run a command. */
export async function openSandbox(
  runDir: string,
  settings: SandboxSettings,
  levels: readonly SandboxLevel[] = ['full', 'reduced'],
): Promise<{ sandbox: Sandbox; report: SandboxReport }> {
  closeInherited()
  const { base, swept } = await openRunBase(runDir)
  const users = canGiveUsers(settings.firstUser) ? await claimUsers(settings.firstUser) : null
  try {
    return await probe(settings, levels, base, swept, users)
  } catch (error) {
    users?.release()
    await base.close()
    throw error
  }
}

async function probe(
  settings: SandboxSettings,
  levels: readonly SandboxLevel[],
  base: RunBase,
  swept: readonly string[],
  users: UserBlock | null,
): Promise<{ sandbox: Sandbox; report: SandboxReport }> {
  const cgroups = findCgroupPlace()
  if (cgroups !== undefined) await sweepCgroups(cgroups, isLiveOwner)
  const lacksGroups = settings.needsGroups && (!settings.useCgroups || cgroups?.cpu === undefined)
  const missing: string[] = lacksGroups ? [GROUPS_MISSING] : []
  const report = (level: SandboxLevel, counts: boolean): SandboxReport => ({
    level,
    missing,
    reason: level === 'none' && !lacksGroups ? lackOf(missing).reason : null,
    hint: level === 'full' ? null : lacksGroups ? GROUPS_HINT : lackOf(missing).hint,
    kernel_counts: counts,
    swept: swept.length,
  })
  const withGroups = settings.useCgroups && cgroups !== undefined ? [true] : []
  for (const level of lacksGroups ? [] : levelsToTry(levels)) {
    if (level === 'none') break
    for (const useCgroups of settings.needsGroups ? withGroups : [...withGroups, false]) {
      const probing = { ...settings, useCgroups, limits: limitsWith({}), expose: [], spares: 0 }
      const fault = await faultOf(makeSandbox(level, base, probing, cgroups, users))
      if (fault === undefined) {
        const faults = await exposeFaults(settings.expose, (expose) =>
          makeSandbox(level, base, { ...probing, expose }, cgroups, users),
        )
        if (faults.length === 0) {
          const sandbox = makeSandbox(level, base, { ...settings, useCgroups }, cgroups, users)
          return { sandbox, report: report(level, useCgroups) }
        }
        throw new Error(faults.join('\n'))
      }
      missing.push(`${level}: ${fault}`)
    }
  }
  return { sandbox: makeSandbox('none', base, settings, undefined, users), report: report('none', false) }
}

const GROUPS_MISSING = 'hosted: no control groups that limit the memory, processes and processor time of a run'
const GROUPS_HINT =
  'Give the server write access to control groups with memory, pids and cpu (systemd: Delegate=yes; as root: a writable /sys/fs/cgroup).'

/** The directories of `--expose` that runs cannot see, each with the reason. A test run checks each directory. */
async function exposeFaults(
  paths: readonly string[],
  showing: (expose: readonly string[]) => Sandbox,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const path of paths) {
    const plan = probePlan('sh', ['-c', 'cd "$1" && ls >/dev/null', 'sh', path])
    const { outcome } = await runProcess(showing([path]), { plan, files: [], signal: new AbortController().signal })
    const { ending } = outcome
    if (ending.kind === 'exited' && ending.return_code === 0) continue
    const why = ending.kind === 'not-started' ? ending.reason : outcome.stderr.text.trim()
    faults.push(`Runs cannot read --expose ${path}: ${why}. Pass a directory that every user can read.`)
  }
  return faults
}

function probePlan(command: string, args: readonly string[]): ProcessPlan {
  const env = { PATH: '/usr/bin:/bin' }
  return { primitive: hostProcess, command, args, env, cwd: null, input: null, timeout: 10 }
}

const CLOSES_ON_EXEC = 0o2000000

/**
 * Close descriptors above 15 that the server inherited. Node opens its own descriptors as close-on-exec, and handles 0
 * to 2 at startup. Any other inheritable descriptor came from the program that started the server.
 */
function closeInherited(): void {
  for (const name of process.platform === 'linux' ? readdirSync('/proc/self/fd') : []) {
    const flags = /^flags:\s*([0-7]+)/m.exec(textOf(`/proc/self/fdinfo/${name}`) ?? '')?.[1]
    if (Number(name) > 15 && flags !== undefined && (parseInt(flags, 8) & CLOSES_ON_EXEC) === 0)
      closeQuietly(Number(name))
  }
}

/**
 * Run `cat /proc/self/status` inside a sandbox, and check the protections of its level. Returns the problem; undefined
 * if all protections work.
 */
async function faultOf(sandbox: Sandbox): Promise<string | undefined> {
  const { outcome } = await runProcess(sandbox, {
    plan: probePlan('cat', ['/proc/self/status']),
    files: [],
    signal: new AbortController().signal,
  })
  if (outcome.ending.kind === 'not-started') return outcome.ending.reason
  if (outcome.ending.kind !== 'exited' || outcome.ending.return_code !== 0) {
    return outcome.stderr.text.trim() || `the probe ended with ${outcome.ending.kind}`
  }
  const status = outcome.stdout.text
  if (!/^NoNewPrivs:\s+1$/m.test(status)) return 'a tool could gain privileges'
  if (!/^CapEff:\s+0+$/m.test(status) || !/^CapPrm:\s+0+$/m.test(status)) return 'a tool would have capabilities'
  if (sandbox.level === 'full' && !/^Seccomp:\s+2$/m.test(status))
    return 'no system call filter is available for this processor'
  return undefined
}

/** The command that installs or allows the missing part, or instructions if no command can do this. */
export function installHint(): string {
  return lackOf([]).hint
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
