import { accessSync, constants, readFileSync, statSync } from 'node:fs'

/** Why no sandbox works on a machine, and what to do: two sentences. */
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

/** Settings of the kernel that forbid an ordinary user what a sandbox is made of. */
const FORBIDDING: readonly (readonly [setting: string, forbids: string, allows: string])[] = [
  ['user.max_user_namespaces', '0', '15000'],
  ['kernel.unprivileged_userns_clone', '0', '1'],
  ['kernel.apparmor_restrict_unprivileged_userns', '1', '0'],
]

/** Files that container engines leave in a container. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv']

/** What this machine lacks, judged by its programs and settings, and by what the attempts at a sandbox said. */
export function lackOf(faults: readonly string[]): Lack {
  const said = faults.join('\n')
  if (process.platform !== 'linux')
    return { reason: 'A sandbox needs Linux.', hint: 'Run on Linux (a virtual machine, WSL or a container will do).' }
  const absent = ['bwrap', 'unshare', 'setpriv', 'prlimit'].filter((name) => !isThere(`/usr/bin/${name}`))
  if (absent.length > 0) return { reason: `Missing: ${absent.join(', ')}.`, hint: installCommand() }
  const setting = FORBIDDING.find(([name, forbids]) => textOf(`/proc/sys/${name.replace('.', '/')}`) === forbids)
  if (setting)
    return {
      reason: `User namespaces are off: ${setting[0]} is ${setting[1]}.`,
      hint: `sudo sysctl -w ${setting[0]}=${setting[2]}`,
    }
  if (isSetuid('/usr/bin/bwrap'))
    return {
      reason: '/usr/bin/bwrap is setuid, which its options for runs exclude.',
      hint: 'sudo chmod u-s /usr/bin/bwrap',
    }
  if (/No space left on device/.test(said))
    return {
      reason: 'No more namespaces can be made: a limit of user.max_*_namespaces is reached.',
      hint: 'Raise it outside of this sandbox or container: sudo sysctl -w user.max_user_namespaces=15000',
    }
  if (!/Operation not permitted|Permission denied/.test(said)) return { reason: said, hint: installCommand() }
  return CONTAINER_MARKS.some((path) => textOf(path) !== undefined)
    ? {
        reason: 'This container forbids namespaces and mounts.',
        hint: 'Start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN.',
      }
    : {
        reason: 'The kernel forbids namespaces or mounts to this process.',
        hint: 'Start it outside of the sandbox or service that forbids them, or allow user namespaces there.',
      }
}

function installCommand(): string {
  return INSTALLERS.find(([program]) => isThere(program))?.[1] ?? 'Install bubblewrap and util-linux.'
}

function isSetuid(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o4000) !== 0
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
