import { allowedCalls } from './allowed-calls.ts'
import type { CallNumbers } from './allowed-calls.ts'

/** A processor architecture with a filter; the system call numbers differ. */
export type FilterArch = 'x64' | 'arm64'

const AUDIT_ARCH: Record<FilterArch, number> = { x64: 0xc000003e, arm64: 0xc00000b7 }

/**
 * System calls that the filter refuses with an error number per call, so that the result can name the refused call.
 * They are refused because kernel exploits need them, or because they allocate memory that no limit counts. Other calls
 * outside the allow-list count as not implemented.
 */
export const deniedCalls: Readonly<Record<string, CallNumbers>> = {
  msgget: [68, 186],
  msgctl: [71, 187],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  semget: [64, 190],
  semctl: [66, 191],
  semop: [65, 193],
  semtimedop: [220, 192],
  shmget: [29, 194],
  shmctl: [31, 195],
  shmat: [30, 196],
  shmdt: [67, 197],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  personality: [135, 92],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  setns: [308, 268],
  unshare: [272, 97],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  syslog: [103, 116],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  vhangup: [153, 58],
  // A watch on a program that all runs share would reveal its use by other runs.
  inotify_init: [253, null],
  inotify_init1: [294, 26],
  inotify_add_watch: [254, 27],
  inotify_rm_watch: [255, 28],
  fanotify_init: [300, 262],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: [450, 450],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
}

const CLONE: readonly [number, number] = [56, 220]
const SOCKET: readonly [number, number] = [41, 198]
const IOCTL: readonly [number, number] = [16, 29]
const FCNTL: readonly [number, number] = [72, 25]

/**
 * CLONE_NEWTIME (0x80), NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. The first shares bits with the exit
 * signal in `clone`, where no signal has that number.
 */
const NAMESPACE_FLAGS = 0x7e020080
/**
 * unix, inet, inet6, netlink. Other families bypass the network namespace: vsock connects to the host of a virtual
 * machine.
 */
const SOCKET_FAMILIES = [1, 2, 10, 16]
/** TIOCSTI and TIOCLINUX push input into a terminal. */
const TERMINAL_INJECTION = [0x5412, 0x541c]
/** F_SETLEASE and F_NOTIFY report or delay other processes' use of a file. */
const FILE_WATCHES = [1024, 1026]

const ERRNO = 0x00050000
const ALLOW = 0x7fff0000
const EPERM = ERRNO | 1
/**
 * The base of error numbers for refused calls: 1000 plus the call number. No other error has such a number. The kernel
 * does not report refused calls to outside processes, but the error message of a tool contains this number.
 */
const DENIED = 1000
const ENOSYS = ERRNO | 38
const EAFNOSUPPORT = ERRNO | 97

const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_GREATER_EQUAL = 0x35
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06

const NUMBER_OFFSET = 0
const ARCH_OFFSET = 4
const argumentOffset = (index: number): number => 16 + 8 * index

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number]

const load = (offset: number): Instruction => [LOAD, 0, 0, offset]
const give = (verdict: number): Instruction => [RETURN, 0, 0, verdict]
/** Skip the next instruction unless the accumulator equals the operand. */
const whenEqual = (operand: number): Instruction => [JUMP_EQUAL, 0, 1, operand]

/**
 * The classic BPF program of the filter: an allow-list. It does not include `clone3`, whose flags a filter cannot read.
 */
export function seccompProgram(arch: FilterArch): readonly Instruction[] {
  const at = arch === 'x64' ? 0 : 1
  const program: Instruction[] = [
    load(ARCH_OFFSET),
    [JUMP_EQUAL, 1, 0, AUDIT_ARCH[arch]],
    give(ENOSYS),
    load(NUMBER_OFFSET),
  ]
  for (const number of numbersOf(deniedCalls, at)) program.push(whenEqual(number), give(ERRNO | (DENIED + number)))
  program.push(...guarded(CLONE[at] ?? 0, 0, [[JUMP_ANY_BIT, 0, 1, NAMESPACE_FLAGS], give(EPERM), give(ALLOW)]))
  const families = SOCKET_FAMILIES.flatMap((family) => [whenEqual(family), give(ALLOW)])
  program.push(...guarded(SOCKET[at] ?? 0, 0, [...families, give(EAFNOSUPPORT)]))
  const injections = TERMINAL_INJECTION.flatMap((request) => [whenEqual(request), give(EPERM)])
  program.push(...guarded(IOCTL[at] ?? 0, 1, [...injections, give(ALLOW)]))
  const watches = FILE_WATCHES.flatMap((command) => [whenEqual(command), give(EPERM)])
  program.push(...guarded(FCNTL[at] ?? 0, 1, [...watches, give(ALLOW)]))
  for (const [from, to] of rangesOf(numbersOf(allowedCalls, at))) {
    // Ranges ascend: for a number after this range, try the next range; a number before it is in no range.
    program.push([JUMP_GREATER_EQUAL, 3, 0, to + 1], [JUMP_GREATER_EQUAL, 1, 0, from], give(ENOSYS), give(ALLOW))
  }
  program.push(give(ENOSYS))
  return program
}

/**
 * The refused calls in a tool's output, in the format in which C libraries, Python and Node print an unknown error
 * number.
 */
export function deniedCallsIn(output: string, arch: FilterArch): readonly string[] {
  const numbered = [...output.matchAll(/\b(?:[Ee]rrno:?|[Uu]nknown (?:system )?error) -?(\d{4})\b/g)]
  const numbers = new Set(numbered.map(([, number]) => Number(number) - DENIED))
  const at = arch === 'x64' ? 0 : 1
  return Object.keys(deniedCalls).filter((name) => numbers.has(deniedCalls[name]?.[at] ?? -1))
}

function numbersOf(calls: Readonly<Record<string, CallNumbers>>, at: 0 | 1): readonly number[] {
  return Object.values(calls).flatMap((numbers) => numbers[at] ?? [])
}

/** Numbers as inclusive ranges, because most call numbers are adjacent. */
function rangesOf(numbers: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

/** For one call, check one argument with a body that ends in a verdict. Other calls skip the body. */
function guarded(number: number, argument: number, body: readonly Instruction[]): Instruction[] {
  return [[JUMP_EQUAL, 0, body.length + 1, number], load(argumentOffset(argument)), ...body]
}

/**
 * The program as the bytes that bubblewrap reads from its `--seccomp` descriptor (struct sock_filter, little endian).
 */
export function seccompBytes(arch: FilterArch): Uint8Array {
  const program = seccompProgram(arch)
  const bytes = new DataView(new ArrayBuffer(program.length * 8))
  program.forEach(([code, jumpTrue, jumpFalse, operand], index) => {
    bytes.setUint16(index * 8, code, true)
    bytes.setUint8(index * 8 + 2, jumpTrue)
    bytes.setUint8(index * 8 + 3, jumpFalse)
    bytes.setUint32(index * 8 + 4, operand >>> 0, true)
  })
  return new Uint8Array(bytes.buffer)
}

/** The filter's name for a Node `process.arch`; undefined if no filter can be built. */
export function filterArch(processArch: string): FilterArch | undefined {
  return processArch === 'x64' || processArch === 'arm64' ? processArch : undefined
}
