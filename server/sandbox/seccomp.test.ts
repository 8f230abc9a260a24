import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allowedCalls } from './allowed-calls.ts'
import { deniedCalls, deniedCallsIn, seccompBytes, seccompProgram } from './seccomp.ts'
import type { FilterArch } from './seccomp.ts'

const ARCH = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003 }
const ALLOW = 0x7fff0000
const errno = (code: number): number => 0x00050000 | code
const [EPERM, ENOSYS, EAFNOSUPPORT] = [errno(1), errno(38), errno(97)]

/** Interprets the bytes of a filter for one system call, as the kernel does. */
function verdict(filter: FilterArch, arch: number, call: number, args: readonly number[] = []): number {
  const bytes = new DataView(seccompBytes(filter).buffer)
  const facts = new DataView(new ArrayBuffer(64))
  facts.setUint32(0, call, true)
  facts.setUint32(4, arch, true)
  args.forEach((arg, index) => facts.setBigUint64(16 + index * 8, BigInt(arg), true))
  let held = 0
  for (let at = 0; at < bytes.byteLength / 8; at++) {
    const code = bytes.getUint16(at * 8, true)
    const operand = bytes.getUint32(at * 8 + 4, true)
    const jump = (taken: boolean): void => void (at += bytes.getUint8(at * 8 + (taken ? 2 : 3)))
    if (code === 0x20) held = facts.getUint32(operand, true)
    else if (code === 0x15) jump(held === operand)
    else if (code === 0x35) jump(held >= operand)
    else if (code === 0x45) jump((held & operand) !== 0)
    else if (code === 0x06) return operand
    else throw new Error(`instruction ${code}`)
  }
  throw new Error('the program ran off its end')
}

test.for(['x64', 'arm64'] as const)('%s: every denied call is refused', (arch) => {
  for (const [name, [x64, arm64]] of Object.entries(deniedCalls)) {
    const number = arch === 'x64' ? x64 : arm64
    if (number !== null) expect([name, verdict(arch, ARCH[arch], number)]).toEqual([name, errno(1000 + number)])
  }
})

test.for([
  ['read', 'x64', ARCH.x64, 0, [], ALLOW],
  ['execve', 'x64', ARCH.x64, 59, [], ALLOW],
  ['seccomp', 'x64', ARCH.x64, 317, [], ENOSYS],
  ['message queues', 'x64', ARCH.x64, 68, [], errno(1068)],
  ['message queues', 'arm64', ARCH.arm64, 186, [], errno(1186)],
  ['aio', 'x64', ARCH.x64, 206, [], ENOSYS],
  ['a number between two allowed ranges', 'arm64', ARCH.arm64, 18, [], errno(1018)],
  ['execve', 'arm64', ARCH.arm64, 221, [], ALLOW],
  ['read for another processor type', 'x64', ARCH.i386, 3, [], ENOSYS],
  ['arm64 call on x64', 'arm64', ARCH.x64, 63, [], ENOSYS],
  ['x32 call', 'x64', ARCH.x64, 0x40000000, [], ENOSYS],
  ['a system call that does not exist yet', 'x64', ARCH.x64, 999, [], ENOSYS],
  ['clone3', 'x64', ARCH.x64, 435, [], ENOSYS],
  ['clone3', 'arm64', ARCH.arm64, 435, [], ENOSYS],
  ['memfd_create', 'x64', ARCH.x64, 319, [], ENOSYS],
  ['fork by clone', 'x64', ARCH.x64, 56, [0x01200011], ALLOW],
  ['a thread by clone', 'x64', ARCH.x64, 56, [0x003d0f00], ALLOW],
  ['a user namespace by clone', 'x64', ARCH.x64, 56, [0x10000011], EPERM],
  ['a network namespace by clone', 'arm64', ARCH.arm64, 220, [0x40000011], EPERM],
  ['a time namespace by clone', 'x64', ARCH.x64, 56, [0x91], EPERM],
  ['unix socket', 'x64', ARCH.x64, 41, [1, 1], ALLOW],
  ['inet6 socket', 'arm64', ARCH.arm64, 198, [10, 1], ALLOW],
  ['vsock', 'x64', ARCH.x64, 41, [40, 1], EAFNOSUPPORT],
  ['packet socket', 'arm64', ARCH.arm64, 198, [17, 3], EAFNOSUPPORT],
  ['TIOCSTI', 'x64', ARCH.x64, 16, [0, 0x5412], EPERM],
  ['TIOCSTI with high bits that the kernel drops', 'x64', ARCH.x64, 16, [0, 0x100005412], EPERM],
  ['a file lease', 'x64', ARCH.x64, 72, [3, 1024], EPERM],
  ['a directory watch through fcntl', 'arm64', ARCH.arm64, 25, [3, 1026], EPERM],
  ['a file lock through fcntl', 'x64', ARCH.x64, 72, [3, 6], ALLOW],
  ['TIOCGWINSZ', 'arm64', ARCH.arm64, 29, [0, 0x5413], ALLOW],
] as const)('%s on %s', ([, filter, arch, call, args, expected]) => {
  expect(verdict(filter, arch, call, args)).toBe(expected)
})

test.for(['x64', 'arm64'] as const)('%s: every call on neither list counts as not implemented', (arch) => {
  const at = arch === 'x64' ? 0 : 1
  const listed = new Map([...Object.values(deniedCalls), ...Object.values(allowedCalls)].map((row) => [row[at], row]))
  const judged = arch === 'x64' ? [56, 41, 16, 72] : [220, 198, 29, 25]
  for (let call = 0; call < 600; call++) {
    if (judged.includes(call)) continue
    const [allowed] = Object.entries(allowedCalls).filter(([, row]) => row[at] === call)
    const expected = allowed !== undefined ? ALLOW : listed.has(call) ? errno(1000 + call) : ENOSYS
    expect([call, verdict(arch, ARCH[arch], call)]).toEqual([call, expected])
  }
})

test('every listed call has the numbers of the Linux headers', () => {
  const headers = JSON.parse(readFileSync(new URL('../testing/kernel-calls.json', import.meta.url), 'utf8'))
  const listed = { ...allowedCalls, ...deniedCalls }
  expect(listed).toEqual(Object.fromEntries(Object.keys(listed).map((name) => [name, headers[name]])))
})

test('no call is on both lists', () => {
  expect(Object.keys(allowedCalls).filter((name) => name in deniedCalls)).toEqual([])
})

test.for([
  ['OSError: [Errno 1165] Unknown error 1165', ['mount']],
  ['Error: Unknown system error -1101: open', ['ptrace']],
  ['mount: /x: Unknown error 1165.', ['mount']],
  ['unshare: Unknown error 1272, and Errno 1250', ['unshare', 'keyctl']],
  ["UNKNOWN: unknown error, watch 'f' { errno: -1294 }", ['inotify_init1']],
  ['Errno 13, line 1165, error 1999', []],
] as const)('the output of a tool identifies the refused call: %s', ([output, names]) => {
  expect([...deniedCallsIn(output, 'x64')].sort()).toEqual([...names].sort())
})

test.for(['x64', 'arm64'] as const)('%s: no jump leaves the program, and the last instruction returns', (arch) => {
  const program = seccompProgram(arch)
  program.forEach(([code, yes, no], at) => {
    expect(at + 1 + Math.max(yes, no)).toBeLessThan(program.length + (code === 0x06 ? 1 : 0))
    expect(Math.max(yes, no)).toBeLessThan(256)
  })
  expect(program.at(-1)?.[0]).toBe(0x06)
  expect(program.length).toBeLessThan(4096)
})
