import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'

/** The reason why no sandbox works on a machine, and a remedy: a sentence or a command. */
export interface Lack {
  readonly reason: string
  readonly hint: string
}

const INSTALLERS: readonly (readonly [program: string, command: string])[] = [
  ['/usr/bin/apt-get', 'sudo apt-get install -y bubblewrap util-linux'],
  ['/usr/bin/dnf', 'sudo dnf install -y bubblewrap util-linux'],
  ['/usr/bin/pacman', 'sudo pacman -S --noconfirm bubblewrap util-linux'],
  ['/usr/bin/zypper', 'sudo zypper install -y bubblewrap util-linux'],
  ['/sbin/apk', 'sudo apk add bubblewrap util-linux setpriv'],
]

/** Kernel settings that forbid an ordinary user to use parts of a sandbox. */
const FORBIDDING: readonly (readonly [setting: string, forbids: string, allows: string])[] = [
  ['user.max_user_namespaces', '0', '15000'],
  ['kernel.unprivileged_userns_clone', '0', '1'],
  ['kernel.apparmor_restrict_unprivileged_userns', '1', '0'],
]

/** Files that container engines create in every container. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv']

const PROGRAMS = ['bwrap', 'unshare', 'setpriv', 'prlimit'].map((name) => `/usr/bin/${name}`)

/**
 * The levels that a probe tries on a platform. On systems other than Linux, no level works, so no program is started.
 */
export function levelsToTry<Level>(
  levels: readonly Level[],
  platform: NodeJS.Platform = process.platform,
): readonly Level[] {
  return platform === 'linux' ? levels : []
}

/** The reason why no sandbox works, derived from this machine's programs and settings and from the failed attempts. */
export function lackOf(faults: readonly string[], platform: NodeJS.Platform = process.platform): Lack {
  if (platform !== 'linux')
    return {
      reason: 'The sandbox requires Linux.',
      hint: 'In a clone, run npm run container. It needs Docker or Podman.',
    }
  return (
    lackOfPrograms(PROGRAMS) ??
    lackOfSettings() ??
    meaningOf([...new Set(faults)].join('\n'), {
      isContainer: CONTAINER_MARKS.some((path) => textOf(path) !== undefined),
    })
  )
}

/** The problem with the programs of a sandbox, by their paths; undefined if the sandbox can use all of them. */
export function lackOfPrograms(paths: readonly string[]): Lack | undefined {
  const absent = paths.filter((path) => modeOf(path) === undefined)
  if (absent.length > 0)
    return { reason: `Missing: ${absent.map((path) => basename(path)).join(', ')}.`, hint: installCommand() }
  const closed = paths.filter((path) => !isExecutable(path))
  if (closed.length > 0)
    return {
      reason: `This user cannot execute ${closed.join(', ')}.`,
      hint: `sudo chmod a+rx ${closed.join(' ')}`,
    }
  const [setuid] = paths.filter(isSetuid)
  if (setuid !== undefined)
    return {
      reason: `${setuid} is setuid, and the sandbox does not work with a setuid program.`,
      hint: `sudo chmod u-s ${setuid}`,
    }
  return undefined
}

function lackOfSettings(): Lack | undefined {
  const setting = FORBIDDING.find(([name, forbids]) => textOf(`/proc/sys/${name.replace('.', '/')}`) === forbids)
  return (
    setting && {
      reason: `User namespaces are off: ${setting[0]} is ${setting[1]}.`,
      hint: `sudo sysctl -w ${setting[0]}=${setting[2]}`,
    }
  )
}

/** The reason for failed attempts to start a sandbox whose programs and kernel settings are correct. */
export function meaningOf(said: string, { isContainer }: { readonly isContainer: boolean }): Lack {
  if (/No space left on device/.test(said))
    return {
      reason: 'No more namespaces can be created: a limit in user.max_*_namespaces is reached.',
      hint: 'Raise the limit outside this sandbox or container: sudo sysctl -w user.max_user_namespaces=15000',
    }
  if (/bwrap: Unknown option/.test(said))
    return {
      reason: 'bubblewrap is too old: it lacks an option that the sandbox requires.',
      hint: `Update it: ${installCommand()}`,
    }
  if (/PR_SET_SECCOMP/.test(said))
    return {
      reason: 'The kernel refuses system call filters (seccomp).',
      hint: 'Start the program outside the sandbox or service that forbids these filters, or on a kernel with CONFIG_SECCOMP_FILTER.',
    }
  if (/Operation not permitted|Permission denied|No permissions to|Function not implemented/.test(said))
    return isContainer
      ? {
          reason: 'This container forbids namespaces and mounts.',
          hint: 'Start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN.',
        }
      : {
          reason: 'The kernel forbids namespaces or mounts for this process.',
          hint: 'Start the program outside the sandbox or service that forbids them, or allow user namespaces there.',
        }
  return said === ''
    ? { reason: said, hint: installCommand() }
    : { reason: said, hint: 'Run `bwrap --unshare-all --ro-bind / / true` to see the error of this machine.' }
}

function installCommand(): string {
  return INSTALLERS.find(([program]) => isExecutable(program))?.[1] ?? 'Install bubblewrap and util-linux.'
}

function isSetuid(path: string): boolean {
  return ((modeOf(path) ?? 0) & 0o4000) !== 0
}

/** The mode of a file; undefined if the file is missing or its symlink is circular. */
function modeOf(path: string): number | undefined {
  try {
    return statSync(path).mode
  } catch {
    return undefined
  }
}

function isExecutable(path: string): boolean {
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
