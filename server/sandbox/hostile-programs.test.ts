import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSandbox, textFile } from '../testing/sandbox.ts'
import type { TestSandbox } from '../testing/sandbox.ts'

/**
 * The start of every program: `call` makes a system call by number, `tried` reports the result of a Python function.
 */
const HEAD = `
import ctypes, errno, os, signal, socket, sys, fcntl, resource
libc = ctypes.CDLL(None, use_errno=True)
x64 = os.uname().machine == "x86_64"
def named(e): return "DENIED" if e >= 1000 else errno.errorcode.get(e, str(e))
def call(x, arm, *a): return "ok" if libc.syscall(x if x64 else arm, *a) >= 0 else named(ctypes.get_errno())
def tried(f):
    try: f(); return "ok"
    except OSError as e: return named(e.errno)
    except ValueError: return "EINVAL"
    except OverflowError: return "EINVAL"
def write(path): return tried(lambda: open(path, "w").write("x"))
def read(path): return tried(lambda: open(path, "rb").read(1))
print(`

describe('programs that try to escape', () => {
  let box: TestSandbox
  beforeAll(async () => {
    box = await openTestSandbox()
  })
  afterAll(() => box.close())

  test.for<[string, string]>([
    ['mount', 'call(165, 40, b"none", b"/tmp", b"tmpfs", 0, 0)'],
    ['unmount', 'call(166, 39, b"/proc", 2)'],
    ['pivot_root', 'call(155, 41, b"/tmp", b"/tmp")'],
    ['chroot', 'tried(lambda: os.chroot("/tmp"))'],
    ['open a mount', 'call(428, 428, -100, b"/", 1)'],
    ['move a mount', 'call(429, 429, -1, b"", -1, b"/tmp", 4)'],
    ['make a file system', 'call(430, 430, b"tmpfs", 0)'],
    ['change a mount', 'call(442, 442, -100, b"/usr", 0, 0, 0)'],
    ['a user namespace', 'call(272, 97, 0x10000000)'],
    ['a mount namespace', 'call(272, 97, 0x00020000)'],
    ['a network namespace', 'call(272, 97, 0x40000000)'],
    ['a namespace by clone', 'call(56, 220, 0x10000011, 0, 0, 0, 0)'],
    ['a namespace by clone3', 'call(435, 435, (ctypes.c_uint64 * 8)(0x10000000), 64)'],
    ['join a namespace', 'call(308, 268, os.open("/proc/self/ns/net", os.O_RDONLY), 0)'],
    ['trace the first process', 'call(101, 117, 16, 1, 0, 0)'],
    ['read memory of another process', 'call(310, 270, 1, 0, 0, 0, 0, 0)'],
    ['write memory of another process', 'call(311, 271, 1, 0, 0, 0, 0, 0)'],
    ['memory of the first process', 'read("/proc/1/mem")'],
    ['copy a descriptor of another process', 'call(438, 438, 3, 0, 0)'],
    ['BPF', 'call(321, 280, 0, 0, 0)'],
    ['performance events', 'call(298, 241, 0, 0, -1, -1, 0)'],
    ['handle page faults in user space', 'call(323, 282, 0)'],
    ['io_uring', 'call(425, 425, 1, 0)'],
    ['old asynchronous input', 'call(206, 0, 1, ctypes.byref(ctypes.c_long(0)))'],
    ['keys of the kernel', 'call(250, 219, 0, -3, 0)'],
    ['add a key', 'call(248, 217, b"user", b"k", b"v", 1, -3)'],
    ['load a module', 'call(175, 105, 0, 0, b"")'],
    ['load a kernel', 'call(246, 104, 0, 0, 0, 0)'],
    ['restart the machine', 'call(169, 142, 0xfee1dead, 672274793, 0x1234567, 0)'],
    ['set the time', 'call(227, 112, 0, (ctypes.c_long * 2)(0, 0))'],
    ['change the host name', 'tried(lambda: socket.sethostname("evil"))'],
    ['the log of the kernel', 'call(103, 116, 3, ctypes.create_string_buffer(9), 8)'],
    ['swap', 'call(167, 224, b"/tmp/x", 0)'],
    ['accounting', 'call(163, 89, b"/tmp/x")'],
    ['quotas', 'call(179, 60, 0x800002, b"/", 0, 0)'],
    ['a file by its handle', 'call(304, 265, -100, b"x" * 16, 0)'],
    ['watch all files', 'call(300, 262, 0, 0)'],
    ['another personality', 'call(135, 92, 0x0040000)'],
    ['a System V message queue', 'call(68, 186, 0, 0o1600)'],
    ['a POSIX message queue', 'call(240, 180, b"q", 0o102, 0o600, 0)'],
    ['a set of semaphores', 'call(64, 190, 0, 100, 0o1600)'],
    ['shared memory', 'call(29, 194, 0, 1 << 20, 0o1600)'],
    ['a file in memory', 'call(319, 279, b"x", 0)'],
    ['secret memory', 'call(447, 447, 0)'],
    ['ports of devices', 'call(172, 9999, 3)'],
    ['insert input into the terminal', 'tried(lambda: fcntl.ioctl(0, 0x5412, b"x"))'],
    ['connect to the host of a virtual machine', 'tried(lambda: socket.socket(40, 1))'],
    ['raw packets', 'tried(lambda: socket.socket(17, 3))'],
    ['raw sockets', 'tried(lambda: socket.socket(2, 3, 1))'],
    ['bluetooth', 'tried(lambda: socket.socket(31, 3))'],
    ['cryptography of the kernel', 'tried(lambda: socket.socket(38, 5))'],
    ['the metadata of a cloud', 'tried(lambda: socket.create_connection(("169.254.169.254", 80), 2))'],
    ['a name server', 'tried(lambda: socket.create_connection(("8.8.8.8", 53), 2))'],
    ['a block device', 'tried(lambda: os.mknod("/tmp/d", 0o60666, os.makedev(8, 0)))'],
    ['the memory of the machine', 'read("/dev/mem")'],
    ['users of the machine', 'read("/etc/passwd")'],
    ['passwords of the machine', 'read("/etc/shadow")'],
    ['keys of the machine', 'tried(lambda: os.listdir("/root"))'],
    ['the root of the first process', 'read("/proc/1/root/etc/passwd")'],
    ['settings of the machine', 'write("/etc/profile")'],
    ['write a program', 'write("/usr/bin/evil")'],
    ['write the root', 'write("/evil")'],
    ['write into the system space', 'write("/system/evil")'],
    ['write a device', 'write("/dev/evil")'],
    ['core dumps for the machine', 'write("/proc/sys/kernel/core_pattern")'],
    ['settings of the kernel', 'write("/proc/sys/vm/overcommit_memory")'],
    ['the SysRq trigger of the machine', 'write("/proc/sysrq-trigger")'],
    ['control groups', 'tried(lambda: os.listdir("/sys/fs/cgroup"))'],
    ['another user', 'tried(lambda: os.setuid(0))'],
    ['another group', 'tried(lambda: os.setgroups([0]))'],
    ['give a file to another user', 'tried(lambda: (open("/tmp/o", "w"), os.chown("/tmp/o", 0, 0)))'],
    ['raise the priority', 'tried(lambda: os.setpriority(os.PRIO_PROCESS, 0, -10))'],
    ['run in real time', 'tried(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10)))'],
    ['more files', 'tried(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (9999, 9999)))'],
    ['larger files', 'tried(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1)))'],
    ['more processes', 'tried(lambda: resource.setrlimit(resource.RLIMIT_NPROC, (9999, 9999)))'],
    ['a process of the machine', 'tried(lambda: os.kill(99999, signal.SIGKILL))'],
  ])('%s', async ([, expression]) => {
    const outcome = await box.python(`${HEAD}${expression})`)
    expect(outcome.ending).toEqual({ kind: 'exited', return_code: 0 })
    expect(outcome.stdout.text).toMatch(/^(DENIED|E[A-Z]+)\n$/)
  })

  test.for<[string, string, string]>([
    ['the first process is not killed', 'kill -9 1; echo here', 'here\n'],
    ['a program cannot see other runs', 'ls -d /proc/[0-9]* | wc -l | tr -d " "', '4\n'],
    [
      'the mounts contain no path of the server',
      'grep -c rye-chain /proc/self/mountinfo /proc/self/cgroup; :',
      '/proc/self/mountinfo:0\n/proc/self/cgroup:0\n',
    ],
    ['a command in a file name does not run', 'cat "/project/\\$(id).txt"', 'plain'],
  ])('%s', async ([, script, said]) => {
    const outcome = await box.run(
      { command: 'sh', args: ['-c', script] },
      { files: [textFile('/project/$(id).txt', 'plain')] },
    )
    expect(outcome.stdout.text.replace(/^[3-9]\n$/, '4\n')).toBe(said)
  })

  test('/tmp, /dev/shm, /project and /user share one limit on files and folders', async () => {
    const program = `
import os
n = 0
for place in ("/tmp", "/dev/shm", "/project", "/user"):
    try:
        while n < 40000: open(f"{place}/{n}", "w").close(); n += 1
    except OSError: pass
print(n)`
    const outcome = await box.python(program)
    expect(Number(outcome.stdout.text)).toBeLessThanOrEqual(box.sandbox.limits.disk_entries)
  })
})
