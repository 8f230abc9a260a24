import { dirname } from 'node:path'
import type { ProcessPlan } from '../plan.ts'
import type { Limits } from './limits.ts'

/** How far a run is walled off: full = bubblewrap with a system call filter, reduced = util-linux alone. */
export type SandboxLevel = (typeof sandboxLevels)[number]

/** From no wall to all of them. */
export const sandboxLevels = ['none', 'reduced', 'full'] as const

export function isSandboxLevel(text: string | null): text is SandboxLevel {
  return sandboxLevels.some((level) => level === text)
}

/** What a run must see of this machine so that its program works: files and folders, read-only, and the links that lead there. */
export interface Installation {
  /** `from` on the machine is `at` in the run: the same path, but for an environment of the project and what is behind links. */
  readonly shown: readonly { readonly from: string; readonly at: string }[]
  readonly links: readonly { readonly at: string; readonly to: string }[]
  /** Folders in the project that consist of the above alone, apart from the run's disk. */
  readonly rooms: readonly string[]
}

/** Where the parts of one run are on this machine. */
export interface RunPlace {
  /** Without rights outside its sandbox; null when the server itself is an ordinary user. */
  readonly user: number | null
  /** Group files to join before anything else. */
  readonly cgroupJoin: readonly string[]
  /** Further host paths shown read-only at their own place. */
  readonly expose: readonly string[]
}

/**
 * Where the keeper mounts the run's disk: a file system of limited size that only this run sees. In its own mount
 * namespace every path is free; this one exists on every machine and may be entered by every user.
 */
export const DISK = '/tmp'

/** Where the reduced level puts its root together; it is there on every machine, and nothing of it is needed. */
const ROOT = '/mnt'

/** Folders on the disk in addition to `project`, `user` and `system`; a tool sees the first two as `/tmp` and `/dev/shm`. */
export const ON_DISK = {
  tmp: '/tmp',
  shm: '/shm',
  /** What a tool reads: a file and no pipe, because a tool that opens `/dev/stdin` again would wait for a writer forever. */
  input: '/input',
  /**
   * Named pipes, because what Node makes for a child are sockets, and a tool cannot open `/dev/stderr` on those. They
   * are on the run's own disk: no other process can reach them, and their names reveal nothing of the machine.
   */
  stdout: '/stdout',
  stderr: '/stderr',
} as const

/** Descriptors of the keeper: its own streams carry its script and its troubles, so the tool's need others. */
export const FD = { filter: 3, options: 4, input: 5, status: 6, stdout: 7, stderr: 8 } as const

/** The user and group that a tool sees itself as. */
const TOOL_ID = '1000'
/** Processes of keeper and sandbox among those that the limit of a run counts. */
const KEEPERS = 5

/** One word of a shell script, with any content. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

const line = (words: readonly string[]): string => words.map(quoted).join(' ')

/**
 * The keeper: a shell in its own mount namespace that holds the run's disk, starts the sandbox, and stays until the
 * server has looked at the files. It drops its rights before it reads its script, and dies with the server.
 */
export function keeperCommand(
  place: RunPlace,
  limits: Limits,
): { readonly command: string; readonly args: readonly string[] } {
  const size = `size=${limits.disk_bytes},nr_inodes=${limits.disk_entries},mode=0755,nosuid,nodev`
  // A server that is root mounts as root: a file system of a user namespace would refuse files of root's own.
  const rights = place.user === null ? ['--user', '--map-root-user'] : []
  const user =
    place.user === null ? [] : [`--reuid=${place.user}`, `--regid=${place.user}`, '--clear-groups', '--no-new-privs']
  const dying = ['--pdeathsig', 'KILL', '--']
  // First of a process space of its own: whatever a sandbox leaves behind, even one killed while it was being built,
  // ends with the keeper.
  const spaces = ['--mount', '--propagation', 'private', '--pid', '--mount-proc', '--fork', '--kill-child=KILL', '--']
  const args = [
    ...[...dying, 'unshare', ...rights, ...spaces, 'sh', '-c', PREPARE, 'sh'],
    ...[...place.cgroupJoin, '--', size, DISK],
    ...['setpriv', ...user, ...dying, 'sh', '-s'],
  ]
  return { command: 'setpriv', args }
}

/** Join the groups, mount the disk, become the keeper. */
const PREPARE = [
  'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done',
  'umask 022',
  // If the machine itself runs out of memory, a tool is what it should end.
  'echo 500 >/proc/self/oom_score_adj',
  'mount -t tmpfs -o "$2" tmpfs "$3" || exit 125',
  // A tool has another user number, and can open its own streams again.
  `mkfifo -m 666 "$3${ON_DISK.stdout}" "$3${ON_DISK.stderr}" || exit 125`,
  'shift 3',
  'exec "$@"',
].join('; ')

/** First line of the keeper's script: the disk is there. */
export const READY_SCRIPT = `echo mounted >&${FD.status}\n`

/**
 * From Node 24 on V8 reserves 512 MiB for the code of each thread: writable, so the kernel counts it, though hardly any of it is used. Room
 * for a pool of 16 threads, in addition to what a run can really use.
 */
export const RESERVED_BYTES = 16 * 512 * 1024 * 1024

/**
 * The resource limits as `prlimit` takes them. They apply to each process; the watchdog and the control group limit all together. They
 * are set before any program sees the tool's environment, which can name code to load. The number of processes counts only those of
 * the run, because each run has its own user or user namespace.
 */
function prlimit(limits: Limits): readonly string[] {
  return [
    '/usr/bin/prlimit',
    `--cpu=${Math.ceil(limits.cpu_seconds) + 1}`,
    // Private writable memory, not address space: Node reserves far more addresses than it uses.
    `--data=${limits.memory_bytes * 2 + RESERVED_BYTES}`,
    `--nofile=${limits.open_files}`,
    `--fsize=${limits.file_bytes}`,
    '--core=0',
    '--msgqueue=0',
    `--nproc=${limits.processes + KEEPERS}`,
  ]
}

const CLOSED = [FD.input, FD.stdout, FD.stderr].map((descriptor) => `${descriptor}>&-`).join(' ')

/**
 * Last line of the keeper's script: the status of what ran. On a line of its own, because bubblewrap may be ended in the
 * middle of one.
 */
export const ENDED_SCRIPT = `printf '\\nended %s\\n' $? >&${FD.status}\n`

/** Run words with the tool's streams. In a subshell, or the keeper's own remarks would end up in the tool's output. */
function inStreams(words: readonly string[], plan: ProcessPlan, closing: string): string {
  const input = plan.input === null ? `<&${FD.input}` : `<${DISK}${ON_DISK.input}`
  const open = `exec ${FD.stdout}>${DISK}${ON_DISK.stdout} ${FD.stderr}>${DISK}${ON_DISK.stderr}`
  const streams = `${input} >&${FD.stdout} 2>&${FD.stderr} ${CLOSED}${closing}`
  return `${open}\n(exec ${line(words)} ${streams})\n${ENDED_SCRIPT}`
}

/**
 * `env` passes everything through, answers 127 for a missing program, and drops what the sandbox added. A program with
 * an equals sign in its name it would take for a variable; a shell does not.
 */
function toolWords(plan: ProcessPlan, options: readonly string[]): readonly string[] {
  const direct = plan.command.includes('=') ? ['/bin/sh', '-c', 'exec "$@"', 'sh'] : []
  return ['/usr/bin/env', ...options, ...direct, plan.command, ...plan.args]
}

/** Second part of the keeper's script, full level: run the tool under bubblewrap, whose options come on a descriptor. */
export function bwrapScript(plan: ProcessPlan, limits: Limits): string {
  // It reports on the descriptor, not in the tool's output, whether the tool was started.
  const bwrap = ['bwrap', '--json-status-fd', String(FD.status), '--args', String(FD.options), '--']
  const tool = toolWords(plan, ['PWD' in plan.env ? [] : ['-u', 'PWD'], '--'].flat())
  return inStreams([...prlimit(limits), ...bwrap, ...tool], plan, '')
}

/** Options of bubblewrap, as it reads them from a descriptor: the environment must not show in the host's process list. */
export function bwrapOptions(
  plan: ProcessPlan,
  place: RunPlace,
  filtered: boolean,
  { shown, links, rooms }: Installation = nothing,
): readonly string[] {
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--disable-userns', '--die-with-parent', '--new-session', '--hostname', 'sandbox'],
    ...['--uid', TOOL_ID, '--gid', TOOL_ID, '--cap-drop', 'ALL'],
    ...['--proc', '/proc', '--dev', '/dev', '--bind', DISK + ON_DISK.shm, '/dev/shm', '--remount-ro', '/dev'],
    ...['--bind', DISK + ON_DISK.tmp, '/tmp', '--perms', '0755', '--dir', '/etc'],
    ...SYSTEM_PLACES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...place.expose.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', `${DISK}/project`, '/project', '--bind', `${DISK}/user`, '/user'],
    ...['--ro-bind', `${DISK}/system`, '/system'],
    ...rooms.flatMap((at) => ['--perms', '0755', '--tmpfs', at]),
    ...shown.flatMap(({ from, at }) => ['--ro-bind-try', from, at]),
    ...links.flatMap(({ at, to }) => ['--symlink', to, at]),
    ...rooms.flatMap((at) => ['--remount-ro', at]),
    // The root itself is a file system in memory, and the tool would own it.
    ...['--remount-ro', '/', '--chdir', plan.cwd ?? '/project', '--clearenv'],
    ...Object.entries(plan.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(filtered ? ['--seccomp', String(FD.filter)] : []),
  ]
}

/**
 * Programs and what they load, as far as it reveals nothing about the machine's users. Of `/usr/local` only what an
 * interpreter installed there needs: settings, sources and the rest are the machine's own.
 */
const SYSTEM_PLACES = [
  ...['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'libexec', 'share', 'include'].map((name) => `/usr/${name}`),
  ...['/usr/local/bin', '/usr/local/lib'],
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc/alternatives', '/etc/ld.so.cache'],
]

const nothing: Installation = { shown: [], links: [], rooms: [] }

/** Whether every run sees a path as it is on the machine. */
export function isSystemPlace(path: string): boolean {
  return SYSTEM_PLACES.some((place) => path === place || path.startsWith(`${place}/`))
}

/** Second part of the keeper's script, reduced level: the same places and limits, built with util-linux alone. */
export function utilLinuxScript(
  plan: ProcessPlan,
  place: RunPlace,
  limits: Limits,
  { shown, links, rooms }: Installation = nothing,
): string {
  const readOnly = (path: string): string =>
    `if [ -L ${path} ]; then ln -s "$(readlink ${path})" .${path}; elif [ -d ${path} ]; then mkdir -p .${path}; ` +
    `mount --bind ${path} .${path}; mount -o remount,bind,ro,nosuid,nodev .${path}; fi`
  const exposed = place.expose.map((path) => quoted(path))
  const setup = [
    'set -e',
    `mount -t tmpfs -o size=1m,nr_inodes=4k,mode=0755,nosuid,nodev tmpfs ${ROOT}`,
    `cd ${ROOT}`,
    'mkdir proc dev dev/shm tmp project user system old',
    ...[...SYSTEM_PLACES.filter((path) => !path.startsWith('/etc')), ...exposed].map(readOnly),
    'mount -t proc -o nosuid,nodev,noexec proc proc',
    'for node in null zero full random urandom tty; do touch dev/$node; mount --bind /dev/$node dev/$node; done',
    'ln -s /proc/self/fd dev/fd; ln -s fd/0 dev/stdin; ln -s fd/1 dev/stdout; ln -s fd/2 dev/stderr',
    // Without a filter, the queues of this run's own IPC space are bounded as far as the kernel lets us.
    '(for bound in msgmni shmmni; do echo 0 >proc/sys/kernel/$bound; done; echo 0 0 0 0 >proc/sys/kernel/sem) 2>/dev/null || :',
    `mount --bind ${DISK}${ON_DISK.tmp} tmp`,
    `mount --bind ${DISK}${ON_DISK.shm} dev/shm`,
    ...['project', 'user', 'system'].map((space) => `mount --bind ${DISK}/${space} ${space}`),
    'mount -o remount,bind,ro,nosuid,nodev system',
    ...rooms.map((at) => {
      const here = quoted(`.${at}`)
      return `mkdir -p ${here}; mount -t tmpfs -o size=1m,nr_inodes=4k,mode=0755,nosuid,nodev tmpfs ${here}`
    }),
    ...shown.map(({ from, at }) => {
      const [there, here, above] = [quoted(from), quoted(`.${at}`), quoted(`.${dirname(at)}`)]
      const made = `if [ -d ${there} ]; then mkdir -p ${here}; else mkdir -p ${above}; touch ${here}; fi`
      return `if [ -e ${there} ]; then ${made}; mount --bind ${there} ${here}; mount -o remount,bind,ro,nosuid,nodev ${here}; fi`
    }),
    ...links.map(({ at, to }) => `mkdir -p ${quoted(`.${dirname(at)}`)}; ln -s ${quoted(to)} ${quoted(`.${at}`)}`),
    ...rooms.map((at) => `mount -o remount,bind,ro,nosuid,nodev ${quoted(`.${at}`)}`),
    'pivot_root . old',
    'cd /',
    'umount -l old',
    'rmdir old',
    'mount -o remount,bind,ro,nosuid,nodev /',
    `cd ${quoted(plan.cwd ?? '/project')}`,
  ]
  const powerless = ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--']
  // The first process of a process space ignores signals and must reap: a shell does that, the tool comes after it.
  const first = ['sh', '-c', 'exec 9>&2 2>/dev/null; (exec "$@" 2>&9 9>&-); exit $?', 'sh']
  const tool = toolWords(plan, ['-i', '--', ...Object.entries(plan.env).map(([name, value]) => `${name}=${value}`)])
  const start = [...powerless, ...first, ...prlimit(limits), ...tool]
  const begin = `${setup.join('\n')}\necho started >&${FD.status}\nexec ${line(start)} ${FD.status}>&-`
  const spaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child=KILL', '--']
  // It dies with the keeper, and what it started dies with it.
  const dying = ['setpriv', '--pdeathsig', 'KILL', '--']
  return inStreams(
    [...dying, 'unshare', '--user', '--map-root-user', ...spaces, 'sh', '-c', begin],
    plan,
    ` ${FD.filter}>&- ${FD.options}>&-`,
  )
}
