import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { processesWith } from '../testing/processes.ts'
import { openTestSandbox, textFile } from '../testing/sandbox.ts'
import type { TestSandbox } from '../testing/sandbox.ts'

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 })

const SECRET = 'server-secret-5d41402abc4b'

const CALL = `
import ctypes,os,json,errno
libc=ctypes.CDLL(None,use_errno=True)
def named(e): return "DENIED" if e>=1000 else errno.errorcode[e]
def call(n,*a):
    r=libc.syscall(n,*a)
    return "ok" if r>=0 else named(ctypes.get_errno())
x64=os.uname().machine=="x86_64"
def tried(f):
    try: return f() or "ok"
    except OSError as e: return named(e.errno)
`

describe.each([
  { level: 'full', cgroups: true },
  { level: 'full', cgroups: false },
  { level: 'reduced', cgroups: false },
] as const)('level $level, cgroups $cgroups', ({ level, cgroups }) => {
  let box: TestSandbox
  let tcp: Server
  let abstract: Server
  const abstractName = `\0rye-test-${process.pid}-${level}-${cgroups}`

  beforeAll(async () => {
    process.env['RYE_TEST_SECRET'] = SECRET
    box = await openTestSandbox(level, {}, cgroups)
    tcp = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1')
    abstract = createServer((socket) => socket.end('reached')).listen(abstractName)
    await new Promise((resolve) => abstract.once('listening', resolve))
  })
  afterAll(async () => {
    tcp.close()
    abstract.close()
    await box.close()
  })
  const answer = async (program: string): Promise<unknown> => {
    const outcome = await box.python(CALL + program, { timeout: 20 })
    expect(outcome.stderr.text).toBe('')
    return JSON.parse(outcome.stdout.text)
  }

  test('host files cannot be read', async () => {
    const paths = [
      '/etc/passwd',
      '/etc/shadow',
      '/root',
      '/home',
      '/var',
      '/sys',
      '/run',
      '/boot',
      '/opt',
      process.cwd(),
      box.sandbox.base.dir,
    ]
    const { stdout } = await box.run({
      command: 'sh',
      args: ['-c', 'for p; do ls -d "$p" 2>/dev/null; done; true', 'sh', ...paths],
    })
    expect(stdout.text).toBe('')
  })

  test('/proc does not expose the file tree of the host', async () => {
    const program = `
paths=[f"/proc/{p}/{w}/{d}" for p in (1,2,"self") for w in ("root","cwd") for d in ("etc/passwd","root","home","var","sys")]
print(json.dumps([p for p in paths if os.path.lexists(p)]))`
    expect(await answer(program)).toEqual([])
  })

  test('a run does not see host processes', async () => {
    const { stdout } = await box.run({ command: 'sh', args: ['-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" " "'] })
    expect(stdout.text).not.toContain('vitest')
    expect(processesWith('vitest').length).toBeGreaterThan(0)
  })

  test("a run does not see the server's environment", async () => {
    const { stdout } = await box.run({
      command: 'sh',
      args: ['-c', 'env; cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n"'],
    })
    expect(stdout.text).toContain('PATH=')
    expect(stdout.text).not.toContain(SECRET)
  })

  test('only the three streams are open', async () => {
    const program = `
def where(f):
    try: return os.readlink(f"/proc/self/fd/{f}")
    except OSError: return None
print(json.dumps({f:where(f) for f in os.listdir("/proc/self/fd") if int(f)>2 and where(f)}))`
    expect(await answer(program)).toEqual({})
  })

  test('a run does not see other runs', async () => {
    const marker = `marker-${process.pid}-${level}-${cgroups}`
    const other = box.run(
      { command: 'sleep', args: ['2'] },
      { files: [textFile(`/project/${marker}`, 'secret of another run')] },
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { stdout } = await box.run({
      command: 'sh',
      args: ['-c', `find / -name "marker-*" 2>/dev/null; ls /tmp; ps aux 2>/dev/null | grep -c "sleep 2$"`],
    })
    expect(stdout.text.replace(/^0\n$/m, '')).toBe('')
    await other
  })

  test('a run has no network', async () => {
    const port = (tcp.address() as AddressInfo).port
    const program = `
import socket
def reach(family,where):
    s=socket.socket(family); s.settimeout(2)
    try: s.connect(where); return s.recv(9).decode()
    except OSError as e: return errno.errorcode.get(e.errno,str(e))
print(json.dumps([reach(socket.AF_INET,("127.0.0.1",${port})),reach(socket.AF_INET,("1.1.1.1",53)),reach(socket.AF_UNIX,${JSON.stringify(abstractName)})]))`
    for (const result of (await answer(program)) as string[]) expect(result).toMatch(/^(ECONNREFUSED|ENETUNREACH)$/)
  })

  test('a run cannot gain privileges', async () => {
    const program = `
import shutil,subprocess
shutil.copy("/usr/bin/id","/project/id"); os.chmod("/project/id",0o6755)
status=dict(l.split(":",1) for l in open("/proc/self/status"))
print(json.dumps([status["CapEff"].strip(),status["CapBnd"].strip(),status["NoNewPrivs"].strip(),
 subprocess.run(["/project/id","-u"],capture_output=True,text=True).stdout==subprocess.run(["id","-u"],capture_output=True,text=True).stdout,
 tried(lambda: os.setgroups([0])), tried(lambda: os.chroot("/tmp")), tried(lambda: os.chown("/project/id",1,1)), tried(lambda: os.nice(-5) and None)]))`
    const [effective, bounding, noNew, same, ...calls] = (await answer(program)) as unknown[]
    expect([effective, bounding, noNew, same]).toEqual(['0'.repeat(16), '0'.repeat(16), '1', true])
    for (const result of calls) expect(result).toMatch(/^(DENIED|EPERM|EINVAL|EACCES)$/)
  })

  test('a run cannot access or create devices', async () => {
    const program = `
import stat
nodes=[d for d in os.listdir("/dev")]
print(json.dumps([tried(lambda: os.mknod("/tmp/d",stat.S_IFBLK|0o666,os.makedev(8,0))), tried(lambda: os.mknod("/tmp/k",stat.S_IFCHR|0o666,os.makedev(1,1))),
 [d for d in nodes if d not in ("core","fd","full","null","ptmx","pts","random","shm","stderr","stdin","stdout","tty","urandom","zero","console")]]))`
    expect(await answer(program)).toEqual(['EPERM', 'EPERM', []])
  })

  test('a run cannot mount, trace or signal anything outside', async () => {
    const program = `
print(json.dumps([call(165 if x64 else 40,b"none",b"/tmp",b"tmpfs",0,0), call(101 if x64 else 117,16,${process.pid},0,0), call(272 if x64 else 97,0x20000), tried(lambda: os.kill(${process.pid},9))]))`
    const [mount, trace, unshare, kill] = (await answer(program)) as string[]
    const refused = level === 'full' ? 'DENIED' : 'EPERM'
    expect([mount, unshare, kill]).toEqual([refused, refused, 'ESRCH'])
    expect(trace).toBe(level === 'full' ? 'DENIED' : 'ESRCH')
  })

  test.runIf(level === 'full')('the filter denies the system calls that exploits need', async () => {
    const program = `
import socket,fcntl
calls={"msg":call(68 if x64 else 186,0,0),"sem":call(64 if x64 else 190,0,1,0),"mqueue":call(240 if x64 else 180,b"/q",0o102,0o600,0),"userns":call(272 if x64 else 97,0x10000000),"clone3":call(435,0,0),"bpf":call(321 if x64 else 280,0,0,0),"keyctl":call(250 if x64 else 219,0,0),
"perf":call(298 if x64 else 241,0,0,0,0,0),"uffd":call(323 if x64 else 282,0),"uring":call(425,1,0),"memfd":call(319 if x64 else 279,b"x",0),"shm":call(29 if x64 else 194,0,4096,0o1600),
"vsock":tried(lambda: socket.socket(40,1) and None),"packet":tried(lambda: socket.socket(17,3) and None),"tiocsti":tried(lambda: fcntl.ioctl(0,0x5412,b"x") and None),"newest":call(470)}
print(json.dumps(calls))`
    expect(await answer(program)).toEqual({
      ...{ msg: 'DENIED', sem: 'DENIED', mqueue: 'DENIED', shm: 'DENIED' },
      ...{ userns: 'DENIED', clone3: 'ENOSYS', bpf: 'DENIED', keyctl: 'DENIED', perf: 'DENIED', uffd: 'DENIED' },
      ...{ uring: 'DENIED', memfd: 'ENOSYS', vsock: 'EAFNOSUPPORT', packet: 'EAFNOSUPPORT', tiocsti: 'EPERM' },
      newest: 'ENOSYS',
    })
  })

  test('a symlink that leads outside is reported and never followed', async () => {
    const program =
      'import os\nos.symlink("/etc/passwd","/project/a.txt.new"); os.rename("/project/a.txt.new","/project/a.txt"); os.rmdir("/project/d") if os.path.isdir("/project/d") else None; os.symlink("/etc","/project/d")'
    const outcome = await box.python(program, {}, [textFile('/project/a.txt', 'a')])
    expect(outcome.changes).toEqual([
      { path: '/project/a.txt', change: 'modified', bytes: null, left_out: { kind: 'no-file' } },
      { path: '/project/d', change: 'created', bytes: null, left_out: { kind: 'no-file' } },
    ])
  })
})
