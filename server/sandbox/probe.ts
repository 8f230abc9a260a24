import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { runProcess } from '../primitives/subprocess.ts'
import { closeQuietly, isLiveOwner, openRunBase } from './base.ts'
import { findCgroupPlace, sweepCgroups } from './cgroup.ts'
import type { SandboxLevel } from './command.ts'
import { limitsWith } from './limits.ts'
import { makeSandbox } from './sandbox.ts'
import type { Sandbox, SandboxSettings } from './sandbox.ts'

/** What the probe found, for the start message, the page and `/api/health`. */
export interface SandboxReport {
  readonly level: SandboxLevel
  /** Why a better level does not work here. */
  readonly missing: readonly string[]
  /** The one command that would bring the next better level, where there is one. */
  readonly hint: string | null
  /** Whether the kernel counts memory and processes itself, or the watchdog alone does. */
  readonly kernel_counts: boolean
  /** Leftovers of killed servers that were removed at start. */
  readonly swept: number
}

/** Find the best level by really running a command at each, after sweeping what killed servers left. */
export async function openSandbox(
  runDir: string,
  settings: SandboxSettings,
  levels: readonly SandboxLevel[] = ['full', 'reduced'],
): Promise<{ sandbox: Sandbox; report: SandboxReport }> {
  closeInherited()
  const { base, swept } = await openRunBase(runDir)
  const cgroups = findCgroupPlace()
  if (cgroups !== undefined) sweepCgroups(cgroups, isLiveOwner)
  const missing: string[] = []
  const report = (level: SandboxLevel, counts: boolean): SandboxReport => ({
    level,
    missing,
    hint: level === 'full' ? null : installHint(),
    kernel_counts: counts,
    swept: swept.length,
  })
  for (const level of levels) {
    if (level === 'none') break
    for (const useCgroups of settings.useCgroups && cgroups !== undefined ? [true, false] : [false]) {
      const probing = { ...settings, useCgroups, limits: limitsWith({}), spares: 0 }
      const fault = await faultOf(makeSandbox(level, base, probing, cgroups))
      if (fault === undefined) {
        return {
          sandbox: makeSandbox(level, base, { ...settings, useCgroups }, cgroups),
          report: report(level, useCgroups),
        }
      }
      missing.push(`${level}: ${fault}`)
    }
  }
  return { sandbox: makeSandbox('none', base, settings, undefined), report: report('none', false) }
}

const CLOSES_ON_EXEC = 0o2000000

/**
 * Close what the server itself inherited without knowing: Node opens everything so that children do not get it, and
 * sees to the first descriptors at its start; any other that children would get came from whoever started the server.
 */
function closeInherited(): void {
  for (const name of process.platform === 'linux' ? readdirSync('/proc/self/fd') : []) {
    const flags = /^flags:\s*([0-7]+)/m.exec(textOf(`/proc/self/fdinfo/${name}`) ?? '')?.[1]
    if (Number(name) > 15 && flags !== undefined && (parseInt(flags, 8) & CLOSES_ON_EXEC) === 0)
      closeQuietly(Number(name))
  }
}

/** Run `cat /proc/self/status` inside and read whether the walls of the level stand; undefined if they do. */
async function faultOf(sandbox: Sandbox): Promise<string | undefined> {
  const { outcome } = await runProcess(sandbox, {
    plan: {
      primitive: 'execute',
      command: 'cat',
      args: ['/proc/self/status'],
      env: { PATH: '/usr/bin:/bin' },
      cwd: null,
      input: null,
      timeout: 10,
    },
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
  if (sandbox.level === 'full' && !/^Seccomp:\s+2$/m.test(status)) return 'no system call filter for this processor'
  return undefined
}

const INSTALLERS: readonly (readonly [program: string, command: string])[] = [
  ['/usr/bin/apt-get', 'sudo apt-get install -y bubblewrap util-linux'],
  ['/usr/bin/dnf', 'sudo dnf install -y bubblewrap util-linux'],
  ['/usr/bin/pacman', 'sudo pacman -S --noconfirm bubblewrap util-linux'],
  ['/usr/bin/zypper', 'sudo zypper install -y bubblewrap util-linux'],
  ['/sbin/apk', 'sudo apk add bubblewrap util-linux setpriv'],
]

/** The one command that installs what is missing on this machine, or what to do where none would. */
export function installHint(): string {
  if (process.platform !== 'linux') return 'Run the server on Linux (a virtual machine, WSL or a container will do).'
  if (isThere('/usr/bin/bwrap') && textOf('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1') {
    return 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
  }
  if (isThere('/usr/bin/bwrap') && textOf('/proc/sys/user/max_user_namespaces') === '0') {
    return 'sudo sysctl -w user.max_user_namespaces=15000'
  }
  return INSTALLERS.find(([program]) => isThere(program))?.[1] ?? 'Install bubblewrap and util-linux.'
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
