import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { processesWith } from '../testing/processes.ts'
import { openTestSandbox } from '../testing/sandbox.ts'
import type { TestSandbox } from '../testing/sandbox.ts'

// The duration of these attacks depends on the machine.
vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 })

const MiB = 1024 * 1024

describe.each([
  { level: 'full', cgroups: true },
  { level: 'full', cgroups: false },
  { level: 'reduced', cgroups: false },
] as const)('level $level, cgroups $cgroups', ({ level, cgroups }) => {
  let box: TestSandbox
  beforeAll(async () => {
    const limits = {
      memory_bytes: 128 * MiB,
      processes: 24,
      disk_bytes: 8 * MiB,
      disk_entries: 2000,
      file_bytes: 4 * MiB,
      cpu_seconds: 2,
    }
    box = await openTestSandbox(level, limits, cgroups)
  })
  afterAll(() => box.close())

  test('a fork bomb ends at the limit of processes', async () => {
    const program = `
import os,time,sys
made=0
while True:
    try:
        pid=os.fork()
    except OSError:
        break
    if pid==0:
        time.sleep(60)
    made+=1
print(made)`
    // The program ends on its own; the long timeout is for slow machines, on which the start of Python alone takes
    // seconds.
    const outcome = await box.python(program, { timeout: 30 })
    expect(Number(outcome.stdout.text)).toBeLessThanOrEqual(32)
    expect(Number(outcome.stdout.text)).toBeGreaterThan(10)
    const bomb = await box.run({ command: 'bash', args: ['-c', 'f(){ f|f& }; f; sleep 30'], timeout: 1.5 })
    expect(bomb.ending.kind).toMatch(/timed-out|exited|killed/)
  })

  test('the memory of child processes counts toward the limit', async () => {
    const program = `
import os,time
for _ in range(6):
    if os.fork()==0:
        x=bytearray(40_000_000)
        time.sleep(20)
time.sleep(20)`
    const outcome = await box.python(program)
    expect(outcome).toMatchObject({ ending: { kind: 'out-of-memory', limit_bytes: 128 * MiB }, limit: 'memory_bytes' })
  })

  test('a memory bomb is reported by its limit', async () => {
    const outcome = await box.python('x=[]\nwhile True: x.append(bytearray(1_000_000))')
    expect(outcome).toMatchObject({ ending: { kind: 'out-of-memory' }, limit: 'memory_bytes' })
  })

  test('the processor time of all processes counts toward the limit', async () => {
    const program = `
import os
os.fork(); os.fork()
while True: pass`
    const outcome = await box.python(program)
    expect(outcome).toMatchObject({ ending: { kind: 'killed' }, limit: 'cpu_seconds' })
  })

  test('the disk has a size limit for writes to any place by any method', async () => {
    const program = `
import os
places=["/","/dev","/dev/shm","/tmp","/project","/user","/system","/usr","/proc","/etc","/var/tmp"]
total={}
for p in places:
    n=0; held=[]
    try:
        for i in range(40):
            f=os.open(p+"/fill%d"%i,os.O_CREAT|os.O_RDWR); held.append(f)
            os.unlink(p+"/fill%d"%i)
            while n<200_000_000:
                w=os.write(f,b"x"*500_000); n+=w
                if os.fstat(f).st_size>3_000_000: break
    except OSError as e: pass
    total[p]=n
    for f in held: os.close(f)
import json; print(json.dumps(total))`
    const total = JSON.parse((await box.python(program)).stdout.text) as Record<string, number>
    for (const [place, bytes] of Object.entries(total)) {
      const cap = ['/dev/shm', '/tmp', '/project', '/user'].includes(place) ? 8 * MiB : 0
      expect([place, bytes <= cap]).toEqual([place, true])
    }
  })

  test('the number of files is limited', async () => {
    const outcome = await box.python(
      'import os\nn=0\ntry:\n  while n<10000:\n    open("/project/f%d"%n,"w").close(); n+=1\nexcept OSError: pass\nprint(n)',
    )
    expect(Number(outcome.stdout.text)).toBeLessThanOrEqual(2000)
  })

  test('a daemon does not outlive its run', async () => {
    const word = `daemon-${process.pid}-${level}-${cgroups}`
    const program = `
import os,time,sys
if os.fork()==0:
    os.setsid()
    if os.fork()==0:
        os.execvp("python3",["python3","-c","import time; time.sleep(300)","${word}"])
    os._exit(0)
time.sleep(0.5); print("done")`
    const running = box.python(program)
    await expect.poll(() => processesWith(word).length, { timeout: 5000 }).toBeGreaterThan(0)
    expect((await running).stdout.text).toBe('done\n')
    await expect.poll(() => processesWith(word)).toEqual([])
  })

  test('files with long names and deep directories are removed', async () => {
    const program = `
import os
open("/project/"+"n"*255,"w").close()
os.makedirs("/user/closed/x"); os.chmod("/user/closed",0)
for i in range(1500):
    os.mkdir("d"*200); os.chdir("d"*200)
print("deep")`
    const outcome = await box.python(program)
    expect(outcome.stdout.text).toBe('deep\n')
    expect(outcome.changes?.map(({ path }) => path)).toEqual([`/project/${'n'.repeat(255)}`])
    expect(readdirSync(box.sandbox.base.dir).filter((name) => name.startsWith('run-'))).toEqual([])
  })
})
