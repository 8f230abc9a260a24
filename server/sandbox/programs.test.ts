import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findInterpreters } from '../engine/interpreters.ts'
import { openTestSandbox } from '../testing/sandbox.ts'
import type { TestSandbox } from '../testing/sandbox.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PYTHON = `
import asyncio, concurrent.futures, fcntl, json, mmap, multiprocessing, os, pty, select, shutil, signal, socket, sqlite3, subprocess, sys, tempfile, threading, time
assert subprocess.run(["echo", "x"], capture_output=True).stdout == b"x\\n"
threads = [threading.Thread(target=time.sleep, args=(0.01,)) for _ in range(4)]
[t.start() for t in threads]; [t.join() for t in threads]
with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool: assert list(pool.map(abs, [-1, -2])) == [1, 2]
async def both():
    server = await asyncio.start_server(lambda r, w: w.close(), "127.0.0.1", 0)
    await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    process = await asyncio.create_subprocess_exec("true"); await process.wait()
    server.close()
asyncio.run(both())
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, "f"); open(p, "w").write("x" * 5000)
    with open(p, "r+b") as f: m = mmap.mmap(f.fileno(), 0); m[0:1] = b"y"; m.flush(); m.close(); fcntl.flock(f, fcntl.LOCK_EX); fcntl.lockf(f, fcntl.LOCK_UN); os.fsync(f.fileno())
    os.link(p, p + "l"); os.symlink(p, p + "s"); os.rename(p, p + "r"); os.chmod(p + "r", 0o600); os.utime(p + "r", (1, 1)); shutil.copy2(p + "r", p + "c"); os.mkfifo(p + "q"); os.truncate(p + "r", 1); list(os.scandir(d)); os.statvfs(d)
    c = sqlite3.connect(os.path.join(d, "db")); c.execute("create table t(a)"); c.execute("insert into t values(1)"); c.commit(); c.close()
signal.signal(signal.SIGUSR1, lambda *a: None); os.kill(os.getpid(), signal.SIGUSR1); signal.setitimer(signal.ITIMER_REAL, 0); signal.sigtimedwait([], 0)
pid, fd = pty.fork()
if pid == 0: os._exit(0)
os.waitpid(pid, 0); e = select.epoll(); e.close(); os.pidfd_open(os.getpid()); os.eventfd(0) if hasattr(os, "eventfd") else None
os.sched_getaffinity(0); os.getloadavg(); os.getpriority(os.PRIO_PROCESS, 0); os.urandom(8); socket.socketpair(); q = multiprocessing.get_context("spawn").Queue(); q.put(1); assert q.get() == 1
print("done")`

const NODE = `
const fs=require('fs'),cp=require('child_process'),w=require('worker_threads'),os=require('os'),net=require('net'),dgram=require('dgram'),http=require('http')
if(cp.execFileSync('echo',['hi']).toString()!=='hi\\n')throw 1
new w.Worker('require("worker_threads").parentPort.postMessage(1)',{eval:true}).on('message',()=>{})
fs.writeFileSync('a','x');fs.watchFile('a',()=>{});fs.unwatchFile('a');const d=fs.mkdtempSync('./d');fs.symlinkSync('a','l');fs.copyFileSync('a','b');fs.chmodSync('a',0o600);fs.utimesSync('a',1,1);fs.truncateSync('a',0);fs.rmSync('b');fs.statfsSync('.')
fs.readdirSync('.');fs.rmSync(d,{recursive:true});fs.linkSync('a','h');fs.renameSync('h','i');fs.realpathSync('l');const f=fs.openSync('a','r+');fs.fsyncSync(f);fs.futimesSync(f,1,1);fs.writevSync(f,[Buffer.from('x')]);fs.closeSync(f)
os.cpus();os.networkInterfaces();os.setPriority(10);process.on('SIGUSR2',()=>{});process.kill(process.pid,'SIGUSR2')
const s=http.createServer((q,r)=>r.end('k')).listen(0,'127.0.0.1',()=>http.get({host:'127.0.0.1',port:s.address().port},r=>{r.resume();r.on('end',()=>{s.closeAllConnections();s.close()})}))
const u=net.createServer().listen('/tmp/u',()=>u.close());const g=dgram.createSocket('udp4');g.bind(0,()=>g.close())
fs.promises.readFile('a').then(()=>console.log('done'))`

const BASH = `set -e
for i in 1 2; do echo $i; done; (sleep 0.01)& wait; cat <(echo x); ls -la | sort | uniq >o; ulimit -a >/dev/null; read -t 0.01 x </dev/zero || :
trap 'echo t' USR1; kill -USR1 $$; mkfifo f; rm f; exec 5<>o; umask 022; tar cf x.tar o; gzip x.tar; find . -newer o; sed -i s/a/b/ o; awk '{print}' o; grep -r x . || :; timeout 1 true; nice true; env; date; df .; du .; stat .
touch -d yesterday o; cp -a o o2; mv o2 o3; ln -sf o3 o4; chmod 600 o3; head -c 5 /dev/urandom | od; tee z </dev/null; id; uname -a; mktemp; truncate -s 4 o; dd if=/dev/zero of=dd bs=1k count=1; setsid true; perl -e 'print 1'; seq 3; echo done`

const GIT = `set -e
export HOME=/tmp; git init -q r; cd r; git config user.email a@b; git config user.name a; echo x>a; git add .; git commit -qm m; git log; git diff; git gc -q; git clone -q . ../r2
git checkout -q -b b; echo y>>a; git commit -qam n; git stash list; git grep x; git fsck; git archive HEAD | tar t; git blame a; git repack -adq; git fetch -q ../r2; git worktree add -q ../w HEAD~0 --detach; echo done`

const CURL = `echo text > f; curl -sf file:///project/f; curl -s --max-time 2 http://127.0.0.1:9/ || echo refused; curl -s http://nowhere.invalid/ || curl --version | head -1; echo done`

describe('the filter allows the system calls that programs need', () => {
  let box: TestSandbox
  let present: ReadonlyMap<string, string>
  beforeAll(async () => {
    box = await openTestSandbox('full', { open_files: 1024 })
    present = new Map((await findInterpreters(box.sandbox)).map(({ name, path }) => [name, path]))
  })
  afterAll(() => box.close())

  test.for([
    { name: 'python3', args: ['-c', PYTHON] },
    { name: 'node', command: process.execPath, args: ['-e', NODE] },
    { name: 'bash', args: ['-c', BASH] },
    { name: 'git', command: 'bash', args: ['-c', GIT] },
    { name: 'curl', command: 'bash', args: ['-c', CURL] },
  ])('$name works under the filter without denied calls', async ({ name, command, args }, context) => {
    if (!['curl', 'node'].includes(name) && !present.has(name)) context.skip(`${name} is not on this machine`)
    const outcome = await box.run({ command: command ?? present.get(name) ?? name, args })
    expect(outcome.stderr.text).not.toMatch(/Unknown (system )?error|Function not implemented|ENOSYS/)
    expect(outcome.denied_calls).toBeUndefined()
    expect(outcome.stdout.text).toMatch(/done\n$/)
    expect(outcome.ending).toEqual({ kind: 'exited', return_code: 0 })
  })

  test('a run cannot watch how others use a shared program, and the result names the refused call', async () => {
    const python = 'import ctypes, os; c = ctypes.CDLL(None, use_errno=True); f = c.inotify_init1(0)'
    const watched = await box.python(`${python}; print(f); raise OSError(ctypes.get_errno(), "watch")`)
    expect(watched).toMatchObject({ stdout: { text: '-1\n' }, denied_calls: ['inotify_init1'] })
    const node = await box.run({ command: process.execPath, args: ['-e', 'require("fs").watch("/usr/bin/env")'] })
    expect(node).toMatchObject({ ending: { kind: 'exited', return_code: 1 }, denied_calls: ['inotify_init1'] })
    // Programs that can work without the blocked call continue.
    const tail = await box.run({ command: 'sh', args: ['-c', 'echo line > f; timeout 1 tail -f f'] })
    expect(tail.stdout.text).toBe('line\n')
  })

  test('a run cannot take a lease on a file', async () => {
    const outcome = await box.python('import fcntl; fcntl.fcntl(open("/usr/bin/env"), fcntl.F_SETLEASE, fcntl.F_RDLCK)')
    expect(outcome.stderr.text).toContain('Operation not permitted')
  })

  test('the result names a refused call', async () => {
    const outcome = await box.python('import os; os.chroot("/tmp")')
    expect(outcome).toMatchObject({ ending: { kind: 'exited', return_code: 1 }, denied_calls: ['chroot'] })
  })
})
