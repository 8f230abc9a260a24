import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDED_SCRIPT, FD, RESERVED_BYTES } from './command.ts'
import { processesWith } from '../testing/processes.ts'
import { openTestSandbox, textFile } from '../testing/sandbox.ts'
import type { TestSandbox } from '../testing/sandbox.ts'

describe.each(['full', 'reduced'] as const)('level %s', (level) => {
  let box: TestSandbox
  beforeAll(async () => {
    box = await openTestSandbox(level, { output_bytes: 1000, output_flood_bytes: 100_000, file_bytes: 100_000 })
  })
  afterAll(() => box.close())

  test('argv arrives byte for byte, without a shell', async () => {
    const args = [
      '-c',
      'import sys,json; print(json.dumps(sys.argv[1:]))',
      "it's",
      '$(id)',
      '',
      'a\nb',
      '*',
      'é"\\',
      '--',
      '-x',
    ]
    const outcome = await box.run({ command: 'python3', args })
    expect(JSON.parse(outcome.stdout.text)).toEqual(args.slice(2))
  })

  test('the environment contains only the variables of the plan', async () => {
    const env = { PATH: '/usr/bin:/bin', 'odd name': "va'lue\nline", EMPTY: '' }
    const outcome = await box.run({ command: 'env', args: ['-0'], env })
    const seen = outcome.stdout.text.split('\0').filter((entry) => entry !== '')
    expect(
      Object.fromEntries(
        seen.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
      ),
    ).toEqual(env)
  })

  test.for([
    { name: 'success', command: 'true', args: [], ending: { kind: 'exited', return_code: 0 } },
    { name: 'failure', command: 'sh', args: ['-c', 'exit 7'], ending: { kind: 'exited', return_code: 7 } },
    { name: 'missing program', command: 'no-such-program', args: [], ending: { kind: 'exited', return_code: 127 } },
    { name: 'killed', command: 'sh', args: ['-c', 'kill -SEGV $$'], ending: { kind: 'killed', signal: 'SIGSEGV' } },
    { name: 'aborts', command: 'sh', args: ['-c', 'kill -ABRT $$'], ending: { kind: 'killed', signal: 'SIGABRT' } },
    { name: 'input is ready', command: 'sh', args: ['-c', 'kill -IO $$'], ending: { kind: 'killed', signal: 'SIGIO' } },
    { name: 'kills itself', command: 'sh', args: ['-c', 'kill -9 $$'], ending: { kind: 'killed', signal: 'SIGKILL' } },
  ] as const)('the ending of a run is reported: $name', async ({ command, args, ending }) => {
    expect((await box.run({ command, args })).ending).toEqual(ending)
  })

  test('a missing program is reported', async () => {
    expect((await box.run({ command: 'no-such-program' })).stderr.text).toContain('no-such-program')
  })

  test('a file that is too large is reported with its limit', async () => {
    const outcome = await box.run({ command: 'dd', args: ['if=/dev/zero', 'of=/tmp/x', 'bs=200000', 'count=1'] })
    expect(outcome).toMatchObject({ ending: { kind: 'killed', signal: 'SIGXFSZ' }, limit: 'file_bytes' })
  })

  test('a timeout is not reported as a limit, and the run keeps its output and files', async () => {
    const script = 'echo early; echo kept > kept.txt; sleep 60'
    const outcome = await box.run({ command: 'sh', args: ['-c', script], timeout: 2.5 })
    expect(outcome).toMatchObject({ ending: { kind: 'timed-out', after_ms: 2500 }, stdout: { text: 'early\n' } })
    expect(outcome.limit).toBeUndefined()
    expect(outcome.changes).toMatchObject([{ path: '/project/kept.txt', change: 'created' }])
    expect(outcome.duration_ms).toBeLessThan(30_000)
  })

  test('canceling stops the run', async () => {
    const controller = new AbortController()
    const running = box.run({ command: 'sleep', args: ['60'] }, { signal: controller.signal })
    setTimeout(() => controller.abort(), 300)
    expect((await running).ending).toEqual({ kind: 'cancelled' })
  })

  test('a run canceled before its start never starts', async () => {
    const outcome = await box.run({ command: 'sh', args: ['-c', 'echo ran'] }, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ ending: { kind: 'cancelled' }, stdout: { text: '' } })
  })

  test('a run can be stopped at any moment of its start without leftovers', async () => {
    const word = `cut-${process.pid}-${level}`
    const delays = Array.from({ length: 24 }, (_, index) => index * 2)
    const ended = delays.map(async (delay) => {
      await new Promise((resolve) => setTimeout(resolve, delay * 20))
      const args = ['-c', `sleep 60; : ${word}`]
      return box.run({ command: 'sh', args }, { signal: AbortSignal.timeout(delay) })
    })
    for (const outcome of await Promise.all(ended)) expect(outcome.ending).toEqual({ kind: 'cancelled' })
    expect(processesWith(word)).toEqual([])
  }, 30_000)

  test('a sandbox that is stopped while it reports its status counts as ended', async () => {
    const prepared = await box.sandbox.prepare()
    if ('failed' in prepared) throw new Error(prepared.failed)
    const half = `printf '{ "child-pid": 7' >&${FD.status}\n(exit 3)\n`
    expect(await prepared.keeper.run(half + ENDED_SCRIPT, [])).toMatchObject({ kind: 'ended', status: 3 })
    prepared.dispose()
  })

  test('input is read to its end, from the stream and by path', async () => {
    expect((await box.run({ command: 'cat', input: 'hé\n' })).stdout.text).toBe('hé\n')
    expect((await box.run({ command: 'cat', args: ['/dev/stdin'], input: 'again' })).stdout.text).toBe('again')
    expect((await box.run({ command: 'cat' })).stdout.text).toBe('')
    const large = 'x'.repeat(90_000)
    expect((await box.run({ command: 'wc', args: ['-c'], input: large })).stdout.text.trim()).toBe('90000')
  })

  test('streams can be opened by path, as scripts do', async () => {
    const outcome = await box.run({ command: 'bash', args: ['-c', 'echo out > /dev/stdout; echo err > /dev/stderr'] })
    expect([outcome.stdout.text, outcome.stderr.text]).toEqual(['out\n', 'err\n'])
  })

  test('long output keeps head and tail', async () => {
    const { stdout } = await box.run({ command: 'sh', args: ['-c', 'echo first; seq 1 2000; echo last'] })
    expect(stdout.bytes).toBe(8893 + 11)
    expect(stdout.omitted_bytes).toBe(8904 - 1000)
    expect(stdout.text.startsWith('first\n1\n')).toBe(true)
    expect(stdout.text.endsWith('2000\nlast\n')).toBe(true)
  })

  test('a flood of output ends the run', async () => {
    const outcome = await box.run({ command: 'yes' })
    expect(outcome).toMatchObject({
      ending: { kind: 'output-limit', limit_bytes: 100_000 },
      limit: 'output_flood_bytes',
    })
  })

  test('invalid UTF-8 in output is replaced', async () => {
    expect((await box.run({ command: 'printf', args: ['a\\377b'] })).stdout.text).toBe('a�b')
  })

  test('the workspace has its own paths, and the system space is read-only', async () => {
    const files = [
      textFile(
        '/project/run.sh',
        '#!/bin/sh\ncat /user/u.txt /system/lib/s.txt; pwd; echo x > /system/lib/s.txt',
        0o755,
      ),
      textFile('/user/u.txt', 'user\n'),
      textFile('/system/lib/s.txt', 'system\n'),
    ]
    const outcome = await box.run({ command: '/project/run.sh' }, { files })
    expect(outcome.stdout.text).toBe('user\nsystem\n/project\n')
    expect(outcome.stderr.text).toMatch(/Read-only|Permission denied/)
    expect((await box.run({ command: 'pwd', cwd: '/user' }, { files })).stdout.text).toBe('/user\n')
  })

  test('changes are reported: created, modified, deleted, unchanged', async () => {
    const files = ['same', 'touched', 'changed', 'gone'].map((name) => textFile(`/project/d/${name}.txt`, name))
    const script =
      'cd d; touch -d 2001-01-01 touched.txt; printf new > changed.txt; rm gone.txt; mkdir e; printf 1 > e/f; ln -s /etc/passwd link'
    const { changes } = await box.run({ command: 'sh', args: ['-c', script] }, { files })
    expect(
      changes?.map(({ path, change, bytes }) => [path, change, bytes === null ? null : Buffer.from(bytes).toString()]),
    ).toEqual([
      ['/project/d/changed.txt', 'modified', 'new'],
      ['/project/d/e/f', 'created', '1'],
      ['/project/d/gone.txt', 'deleted', null],
      ['/project/d/link', 'created', null],
    ])
  })

  test.for([
    { name: 'no program', plan: { command: '' } },
    { name: 'NUL in an argument', plan: { command: 'echo', args: ['a\0b'] } },
    { name: 'name with an equals sign', plan: { command: 'env', env: { 'A=B': 'c' } } },
    { name: 'relative directory', plan: { command: 'pwd', cwd: 'project' } },
    { name: 'missing directory', plan: { command: 'pwd', cwd: '/project/nowhere' } },
  ])('a run does not start: $name', async ({ plan }) => {
    const outcome = await box.run(plan)
    expect(outcome.ending.kind).toBe('not-started')
    expect(outcome.stdout.text).toBe('')
  })

  test('interpreters work: threads, children, WebAssembly', async () => {
    const python =
      'import threading,subprocess\nt=threading.Thread(target=print,args=("t",));t.start();t.join()\nprint(subprocess.run(["echo","c"],capture_output=True).stdout)'
    expect((await box.python(python)).stdout.text).toBe("t\nb'c\\n'\n")
    const node =
      'new Worker("console.log(1)",{eval:true}); console.log(new WebAssembly.Memory({initial:1}).buffer.byteLength)'
    const outcome = await box.run({
      command: process.execPath,
      args: ['-e', `const {Worker}=require("worker_threads"); ${node}`],
    })
    expect(outcome.stdout.text.split('\n').sort()).toEqual(['', '1', '65536'])
  })

  test('a program can reserve far more memory than it uses, as Node 24 does for each thread', async () => {
    const program = `import mmap; print(len([mmap.mmap(-1, ${RESERVED_BYTES / 16}, flags=mmap.MAP_PRIVATE) for _ in range(16)]))`
    expect((await box.python(program)).stdout.text).toBe('16\n')
  })

  test('parallel runs do not mix', async () => {
    const runs = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        box.run({ command: 'sh', args: ['-c', `echo ${index} > f; sleep 0.2; ls; cat f`] }),
      ),
    )
    expect(runs.map((outcome) => outcome.stdout.text)).toEqual(runs.map((_, index) => `f\n${index}\n`))
  })
})
