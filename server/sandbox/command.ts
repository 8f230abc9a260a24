import { dirname } from 'node:path'
import type { ProcessPlan } from '../plan.ts'
import type { Limits } from './limits.ts'

/** The strength of a sandbox: full is bubblewrap with a system call filter, reduced is util-linux alone. */
export type SandboxLevel = (typeof sandboxLevels)[number]

/** The levels from the weakest to the strongest. */
export const sandboxLevels = ['none', 'reduced', 'full'] as const

export function isSandboxLevel(text: string | null): text is SandboxLevel {
  return sandboxLevels.some((level) => level === text)
}

/** The files and folders of this machine that a program needs, read-only, with the symlinks to them. */
export interface Installation {
  /**
   * `from` is the path on the machine, `at` the path in the run. They differ only for an environment of the project and
   * for paths through symlinks.
   */
  readonly shown: readonly { readonly from: string; readonly at: string }[]
  readonly links: readonly { readonly at: string; readonly to: string }[]
  /** Folders in the project that contain only the files and symlinks above, separate from the run's disk. */
  readonly rooms: readonly string[]
}

/** The user, the control groups and the visible folders of one run on this machine. */
export interface Confinement {
  /** The run's user ID, which has no rights outside the sandbox; null if the server itself runs as an ordinary user. */
  readonly user: number | null
  /** Control group files to join before any other action. */
  readonly cgroupJoin: readonly string[]
  /** Additional host paths, visible read-only at the same path. */
  readonly expose: readonly string[]
}

/**
 * The mount point of the run's disk, a file system of limited size that only this run sees. In its own mount namespace,
 * every path is free; this path exists on every machine, and every user can access it.
 */
export const DISK = '/tmp'

/** The folder in which the reduced level builds its root. It exists on every machine, and no run needs its content. */
const ROOT = '/mnt'

/**
 * Folders on the disk in addition to `project`, `user` and `system`. A tool sees the first two as `/tmp` and
 * `/dev/shm`.
 */
export const ON_DISK = {
  tmp: '/tmp',
  shm: '/shm',
  /**
   * The input of a tool. It is a file, because a tool that opens `/dev/stdin` again would wait forever for the writer
   * of a pipe.
   */
  input: '/input',
  /**
   * Named pipes, because Node creates sockets for a child, and a tool cannot open `/dev/stderr` on a socket. They are
   * on the run's own disk, where other processes cannot reach them, and their names reveal nothing about the machine.
   */
  stdout: '/stdout',
  stderr: '/stderr',
} as const

/**
 * Descriptors of the keeper. Its own streams transport its script and its errors, so the tool's streams need other
 * descriptors.
 */
export const FD = { filter: 3, options: 4, input: 5, status: 6, stdout: 7, stderr: 8 } as const

/** The user and group of a tool inside the sandbox. */
const TOOL_ID = '1000'
/** Number of keeper and sandbox processes that count toward a run's process limit. */
const KEEPERS = 5

/** A string as one word of a shell script. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

const line = (words: readonly string[]): string => words.map(quoted).join(' ')

/**
 * The keeper's command: a shell in its own mount namespace that owns the run's disk, starts the sandbox, and runs until
 * the server has collected the files. It drops its privileges before it reads its script, and ends with the server.
 */
export function keeperCommand(
  confinement: Confinement,
  limits: Limits,
): { readonly command: string; readonly args: readonly string[] } {
  const size = `size=${limits.disk_bytes},nr_inodes=${limits.disk_entries},mode=0755,nosuid,nodev`
  // A server that runs as root mounts as root, because a file system of a user namespace would refuse files owned by
  // root.
  const rights = confinement.user === null ? ['--user', '--map-root-user'] : []
  const user =
    confinement.user === null
      ? []
      : [`--reuid=${confinement.user}`, `--regid=${confinement.user}`, '--clear-groups', '--no-new-privs']
  const dying = ['--pdeathsig', 'KILL', '--']
  // The keeper is the first process in its own process namespace. So leftovers of a sandbox end with it, even if the
  // sandbox was killed during its setup.
  const spaces = ['--mount', '--propagation', 'private', '--pid', '--mount-proc', '--fork', '--kill-child=KILL', '--']
  const args = [
    ...[...dying, 'unshare', ...rights, ...spaces, 'sh', '-c', PREPARE, 'sh'],
    ...[...confinement.cgroupJoin, '--', size, DISK],
    ...['setpriv', ...user, ...dying, 'sh', '-s'],
  ]
  return { command: 'setpriv', args }
}

/** Join the groups, mount the disk, and become the keeper. */
const PREPARE = [
  'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done',
  'umask 022',
  // If the machine runs out of memory, the kernel should kill a tool first.
  'echo 500 >/proc/self/oom_score_adj',
  'mount -t tmpfs -o "$2" tmpfs "$3" || exit 125',
  // A tool has another user ID, and must be able to open its own streams again.
  `mkfifo -m 666 "$3${ON_DISK.stdout}" "$3${ON_DISK.stderr}" || exit 125`,
  'shift 3',
  'exec "$@"',
].join('; ')

/** First line of the keeper's script, which reports that the disk is ready. */
export const READY_SCRIPT = `echo mounted >&${FD.status}\n`

/**
 * The memory that V8 reserves for 16 threads, in addition to the memory that a run can really use, in bytes. From Node
 * 24 on, V8 reserves 512 MiB for the code of each thread. The memory is writable, so the kernel counts all of it
 * although V8 uses little.
 */
export const RESERVED_BYTES = 16 * 512 * 1024 * 1024

/**
 * The resource limits as `prlimit` options. They apply to each process; the watchdog and the control group limit all
 * processes together. They are set before any program sees the tool's environment, which can name code to load. The
 * process count covers only the run, because each run has its own user or user namespace.
 */
function prlimit(limits: Limits): readonly string[] {
  return [
    '/usr/bin/prlimit',
    `--cpu=${Math.ceil(limits.cpu_seconds) + 1}`,
    // Limits private writable memory, not address space, because Node reserves far more addresses than it uses.
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
 * Last line of the keeper's script, which reports the exit status. It starts with a line break, because bubblewrap can
 * be killed in the middle of a line.
 */
export const ENDED_SCRIPT = `printf '\\nended %s\\n' $? >&${FD.status}\n`

/** Run words with the tool's streams, in a subshell that keeps the keeper's messages out of the tool's output. */
function inStreams(words: readonly string[], plan: ProcessPlan, closing: string): string {
  const input = plan.input === null ? `<&${FD.input}` : `<${DISK}${ON_DISK.input}`
  const open = `exec ${FD.stdout}>${DISK}${ON_DISK.stdout} ${FD.stderr}>${DISK}${ON_DISK.stderr}`
  const streams = `${input} >&${FD.stdout} 2>&${FD.stderr} ${CLOSED}${closing}`
  return `${open}\n(exec ${line(words)} ${streams})\n${ENDED_SCRIPT}`
}

/**
 * The words that start a tool. `env` passes all arguments through, exits with 127 for a missing program, and drops
 * variables of the sandbox. It would read a program name with an equals sign as a variable, so a shell starts such a
 * program.
 */
function toolWords(plan: ProcessPlan, options: readonly string[]): readonly string[] {
  const direct = plan.command.includes('=') ? ['/bin/sh', '-c', 'exec "$@"', 'sh'] : []
  return ['/usr/bin/env', ...options, ...direct, plan.command, ...plan.args]
}

/**
 * Second part of the keeper's script, full level: run the tool under bubblewrap, which reads its options from a
 * descriptor.
 */
export function bwrapScript(plan: ProcessPlan, limits: Limits): string {
  // The descriptor, and not the tool's output, shows whether the tool was started.
  const bwrap = ['bwrap', '--json-status-fd', String(FD.status), '--args', String(FD.options), '--']
  const tool = toolWords(plan, ['PWD' in plan.env ? [] : ['-u', 'PWD'], '--'].flat())
  return inStreams([...prlimit(limits), ...bwrap, ...tool], plan, '')
}

/**
 * Options of bubblewrap: all files and variables that a tool sees. `materialize` writes the run's files to the disk.
 * Bubblewrap reads the options from a descriptor, because the host's process list must not show the environment.
 */
export function bwrapOptions(
  plan: ProcessPlan,
  confinement: Confinement,
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
    ...confinement.expose.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', `${DISK}/project`, '/project', '--bind', `${DISK}/user`, '/user'],
    ...['--ro-bind', `${DISK}/system`, '/system'],
    ...rooms.flatMap((at) => ['--perms', '0755', '--tmpfs', at]),
    ...shown.flatMap(({ from, at }) => ['--ro-bind-try', from, at]),
    ...links.flatMap(({ at, to }) => ['--symlink', to, at]),
    ...rooms.flatMap((at) => ['--remount-ro', at]),
    // The root is a file system in memory that the tool would own, so it becomes read-only.
    ...['--remount-ro', '/', '--chdir', plan.cwd ?? '/project', '--clearenv'],
    ...Object.entries(plan.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(filtered ? ['--seccomp', String(FD.filter)] : []),
  ]
}

/**
 * Programs and their libraries, without files that reveal data about the machine's users. `/usr/local` contains only
 * the files that an interpreter installed there needs, but no settings, sources or other files.
 */
const SYSTEM_PLACES = [
  ...['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'libexec', 'share', 'include'].map((name) => `/usr/${name}`),
  ...['/usr/local/bin', '/usr/local/lib'],
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc/alternatives', '/etc/ld.so.cache'],
]

const nothing: Installation = { shown: [], links: [], rooms: [] }

/** Whether every run sees the same files at a path as the machine. */
export function isSystemPlace(path: string): boolean {
  return SYSTEM_PLACES.some((place) => path === place || path.startsWith(`${place}/`))
}

/** Second part of the keeper's script, reduced level: the same paths and limits, built with util-linux only. */
export function utilLinuxScript(
  plan: ProcessPlan,
  confinement: Confinement,
  limits: Limits,
  { shown, links, rooms }: Installation = nothing,
): string {
  const readOnly = (path: string): string =>
    `if [ -L ${path} ]; then ln -s "$(readlink ${path})" .${path}; elif [ -d ${path} ]; then mkdir -p .${path}; ` +
    `mount --bind ${path} .${path}; mount -o remount,bind,ro,nosuid,nodev .${path}; fi`
  const exposed = confinement.expose.map((path) => quoted(path))
  const setup = [
    'set -e',
    `mount -t tmpfs -o size=1m,nr_inodes=4k,mode=0755,nosuid,nodev tmpfs ${ROOT}`,
    `cd ${ROOT}`,
    'mkdir proc dev dev/shm tmp project user system old',
    ...[...SYSTEM_PLACES.filter((path) => !path.startsWith('/etc')), ...exposed].map(readOnly),
    'mount -t proc -o nosuid,nodev,noexec proc proc',
    'for node in null zero full random urandom tty; do touch dev/$node; mount --bind /dev/$node dev/$node; done',
    'ln -s /proc/self/fd dev/fd; ln -s fd/0 dev/stdin; ln -s fd/1 dev/stdout; ln -s fd/2 dev/stderr',
    // Without a filter, limit the queues of this run's IPC namespace if the kernel allows it.
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
  // The first process of a process namespace ignores signals and must reap child processes. A shell reaps them and
  // starts the tool.
  const first = ['sh', '-c', 'exec 9>&2 2>/dev/null; (exec "$@" 2>&9 9>&-); exit $?', 'sh']
  const tool = toolWords(plan, ['-i', '--', ...Object.entries(plan.env).map(([name, value]) => `${name}=${value}`)])
  const start = [...powerless, ...first, ...prlimit(limits), ...tool]
  const begin = `${setup.join('\n')}\necho started >&${FD.status}\nexec ${line(start)} ${FD.status}>&-`
  const spaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child=KILL', '--']
  // The process ends with the keeper, and its children end with it.
  const dying = ['setpriv', '--pdeathsig', 'KILL', '--']
  return inStreams(
    [...dying, 'unshare', '--user', '--map-root-user', ...spaces, 'sh', '-c', begin],
    plan,
    ` ${FD.filter}>&- ${FD.options}>&-`,
  )
}
