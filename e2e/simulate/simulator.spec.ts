import { expect } from '@playwright/test'
import { simulateOn, test } from './fixture.ts'
import type { Simulation } from './fixture.ts'
import type { Simulator } from '../../web/simulate/simulator.ts'
import { serveHarness } from './site.ts'
import { nightly, someOf } from '../nightly.ts'

interface Harness {
  readonly createSimulator: () => Simulator
}

const files = {
  '/project/.ai/tools/lib/shared.py': 'def greet(name): return f"Hello, {name}"',
  '/project/.ai/tools/greet.py':
    'import json, sys\nfrom shared import greet\njson.dump({"said": greet(json.load(sys.stdin)["name"])}, sys.stdout)\nopen("/user/notes.txt", "w").write("kept")\n',
  '/system/core/readme.txt': 'read me',
}

test('a Python tool imports modules of the plan, reads its input and returns its changes', async ({ simulate }) => {
  const run = await simulate({
    command: '/project/.venv/bin/python',
    args: ['/project/.ai/tools/greet.py'],
    env: { PYTHONPATH: '/project/.ai/tools/lib' },
    stdin: '{"name": "Ada"}',
    files,
  })
  expect([run.ending, run.out]).toEqual(['exited 0', '{"said": "Hello, Ada"}'])
  expect(run.changes).toEqual({ '/user/notes.txt': 'created: kept' })
})

for (const code of someOf(
  [
    'import subprocess; subprocess.run(["git", "status"])',
    'import subprocess\ntry: subprocess.check_output("git log", shell=True)\nexcept Exception: pass\nprint("on")',
    'import os; os.system("git status")',
    'import asyncio\nasync def main():\n  try: await asyncio.create_subprocess_exec("git", "status")\n  except Exception: print("on")\nasyncio.run(main())',
    'import os\ntry: os.execvp("git", ["git"])\nexcept: print("caught")',
  ],
  1,
)) {
  test(`a Python tool that starts an unsupported program is not simulated: ${code.slice(0, 60)}`, async ({
    simulate,
  }) => {
    const run = await simulate({ command: 'python3', args: ['-c', `print("before", flush=True)\n${code}`] })
    expect(run.outcome.ending).toEqual({
      kind: 'not-started',
      reason: 'This tool cannot be simulated: it starts git. Run it on a server.',
    })
    expect(run.out).toMatch(/^before\n/)
  })
}

test('a Python tool starts bash, Python and Node, and receives their results', async ({ simulate }) => {
  // For each program that it starts, the tool runs again from its beginning in a new worker. This is slow on a busy
  // machine.
  test.setTimeout(120_000)
  const code = `
import json, os, subprocess, sys
said = subprocess.run(["bash", "-c", "echo $GREETING; cat; echo oops >&2; exit 3"], input="given", text=True,
                      capture_output=True, env={**os.environ, "GREETING": "hi"})
print(said.returncode, repr(said.stdout), repr(said.stderr))
open("count.txt", "w").write("1")
subprocess.run([sys.executable, "-c", "open('count.txt', 'a').write('2'); print('child')"], check=True)
print(open("count.txt").read(), json.load(sys.stdin)["n"])
print(os.system("rm count.txt; exit 2"), os.path.exists("count.txt"))
child = subprocess.Popen(["node", "-p", "6*7"], stdout=subprocess.PIPE)
print(child.stdout.read(), child.wait())
`
  const timing = { timeout_ms: 100_000, limits: { time: 100_000 } }
  const run = await simulate({ command: 'python3', args: ['-c', code], stdin: '{"n": 1}', files, ...timing })
  expect([run.ending, run.out.trimEnd().split('\n')]).toEqual([
    'exited 0',
    ["3 'hi\\ngiven' 'oops\\n'", 'child', '12 1', '512 False', "b'42\\n' 0"],
  ])
})

test(
  'a tool that prints the time before it starts another program is not silently run twice',
  nightly,
  async ({ simulate }) => {
    const code = 'import subprocess, time\nprint(time.time_ns())\nsubprocess.run(["bash", "-c", "echo hi"])'
    const run = await simulate({ command: 'python3', args: ['-c', code] })
    expect(run.outcome.ending).toMatchObject({ kind: 'not-started' })
    expect(run.out.match(/\d{15,}/g)).toHaveLength(1)
  },
)

const changing: Readonly<Record<string, Simulation>> = {
  python: {
    command: 'python3',
    args: [
      '-c',
      'import os\nopen("new", "w").write("1")\nopen("/project/old", "a").write("!")\nos.remove("/user/gone")\nos.rename("moved", "there")\nopen("/tmp/scratch", "w").write("x")\nopen("same", "w").write("as before")',
    ],
  },
  node: {
    command: 'node',
    args: [
      '-e',
      'const fs = require("fs"); fs.writeFileSync("new", "1"); fs.appendFileSync("/project/old", "!"); fs.unlinkSync("/user/gone"); fs.renameSync("moved", "there"); fs.writeFileSync("/tmp/scratch", "x"); fs.writeFileSync("same", "as before")',
    ],
  },
  bash: {
    command: 'bash',
    args: [
      '-c',
      'printf 1 > new; printf ! >> /project/old; rm /user/gone; mv moved there; echo x > /tmp/scratch; printf "as before" > same',
    ],
  },
}

for (const [name, simulation] of Object.entries(changing)) {
  test(`${name}: created, modified, moved and deleted files are returned, unchanged ones are not`, async ({
    simulate,
  }) => {
    const run = await simulate({
      ...simulation,
      files: { '/project/old': 'old', '/user/gone': 'x', '/project/moved': 'm', '/project/same': 'as before' },
    })
    expect(run.ending, run.err).toBe('exited 0')
    expect(run.changes).toEqual({
      '/project/moved': 'deleted',
      '/project/new': 'created: 1',
      '/project/old': 'modified: old!',
      '/project/there': 'created: m',
      '/user/gone': 'deleted',
    })
  })
}

test('a run is isolated from the previous one', nightly, async ({ simulate }) => {
  await simulate({
    command: 'python3',
    args: [
      '-c',
      'import sys, builtins\nbuiltins.left = 1\nopen("/project/left", "w").write("x")\nimport os; os.environ["LEFT"] = "1"',
    ],
  })
  const run = await simulate({
    command: 'python3',
    args: [
      '-c',
      'import os, builtins, random\nprint(hasattr(builtins, "left"), os.path.exists("/project/left"), os.environ.get("LEFT"))',
    ],
  })
  expect(run.out).toBe('False False None\n')
})

test('random numbers are not frozen in the snapshot', async ({ simulate }) => {
  const draw = {
    command: 'python3',
    args: [
      '-c',
      'import random, uuid, tempfile; print(random.random(), uuid.uuid4(), next(tempfile._get_candidate_names()))',
    ],
  }
  const draws = [await simulate(draw), await simulate(draw)].map((run) => run.out.split(' '))
  for (const index of [0, 1, 2]) expect(draws[0]?.[index]).not.toBe(draws[1]?.[index])
})

test('the output of a program is streamed while it runs', async ({ harness }) => {
  const received = await harness.evaluate(async () => {
    const { createSimulator } = globalThis as unknown as Harness
    const simulator = createSimulator()
    const received: string[] = []
    const args = ['-c', 'import time\nfor i in range(3): print(i); time.sleep(0.3)']
    const request = { command: 'python3', args, env: {}, cwd: null, stdin: null, timeout_ms: 9000, files: [] }
    await simulator.run(request, { onOutput: (_, text) => received.push(text) }).result
    simulator.close()
    return received
  })
  // The last output arrives in one piece when the program ends.
  expect(received).toEqual(['0\n', '1\n', '2\n'])
})

test('a long output keeps its head and tail, and counts the rest', async ({ simulate }) => {
  const run = await simulate({ command: 'python3', args: ['-c', 'print("START" + "x" * 3_000_000 + "END")'] })
  const { text, bytes, omitted_bytes } = run.outcome.stdout
  expect([run.ending, bytes, omitted_bytes]).toEqual(['exited 0', 3_000_009, 3_000_009 - 1024 * 1024])
  expect(text.startsWith('STARTx')).toBe(true)
  expect(text.endsWith('xEND\n')).toBe(true)
  expect(text).toContain(`[... ${omitted_bytes} bytes left out ...]`)
  expect(run.streamed).toBe(text)
})

for (const [command, args] of someOf(
  [
    ['python3', ['-c', 'print("before", flush=True)\nwhile True: pass']],
    ['node', ['-e', 'console.log("before"); for (;;);']],
    ['bash', ['-c', 'echo before; while :; do :; done']],
  ] as const,
  1,
)) {
  test(`${command}: stop ends an endless loop and keeps the printed output`, async ({ simulate }) => {
    const run = await simulate({ command, args, stopAfterOutput: 200 })
    expect([run.ending, run.out]).toEqual(['cancelled', 'before\n'])
  })
}

test('a timed-out run reports the limit that stopped it', nightly, async ({ simulate }) => {
  const loop = { command: 'node', args: ['-e', 'for (;;);'] }
  expect((await simulate({ ...loop, timeout_ms: 300 })).outcome).toMatchObject({
    ending: { kind: 'timed-out', after_ms: 300 },
    limit: 'plan-timeout',
  })
  const run = await simulate({ ...loop, timeout_ms: 60_000 })
  expect(run.outcome).toMatchObject({ ending: { kind: 'timed-out', after_ms: 10_000 }, limit: 'time' })
})

test('an unknown command does not start, and the message lists the simulated commands', async ({ simulate }) => {
  const run = await simulate({ command: 'ruby', args: ['tool.rb'] })
  const { ending } = run.outcome
  expect(ending.kind === 'not-started' ? ending.reason : ending.kind).toMatch(/"ruby".*python3.*node.*bash/)
})

test('a program sees a thousand files', async ({ simulate }) => {
  const many = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`/project/d${index % 30}/f${index}.txt`, 'x'.repeat(500)]),
  )
  const count = {
    command: 'python3',
    args: ['-c', 'import os; print(sum(len(f) for _, _, f in os.walk("/project")))'],
    files: many,
  }
  await simulate(count)
  const run = await simulate(count)
  expect(run.out).toBe('1000\n')
})

test(
  'interpreters are described before loading, load with progress, and stay available without the server',
  nightly,
  async ({ browser }) => {
    const site = await serveHarness()
    const page = await browser.newPage()
    await page.goto(site.url)
    expect(site.requests.filter((request) => request.includes('/sandbox/'))).toEqual([])
    const first = await page.evaluate(async () => {
      const { createSimulator } = globalThis as unknown as Harness
      const simulator = createSimulator()
      const before = await simulator.interpreterFor('/x/bin/python3')
      const steps: { received: number; total: number }[] = []
      await simulator.warm('python', ({ received, total }) => steps.push({ received, total }))
      const after = await simulator.interpreterFor('python')
      simulator.close()
      return { before, after, steps, unknown: await simulator.interpreterFor('ruby') }
    })
    expect(first.unknown).toBeUndefined()
    expect(first.before).toMatchObject({ interpreter: 'python', name: 'CPython', cached: false })
    expect(first.before?.download_bytes).toBeGreaterThan(5_000_000)
    expect(first.after?.cached).toBe(true)
    expect(first.steps.length).toBeGreaterThan(5)
    expect(first.steps.at(-1)).toEqual({ received: first.before?.download_bytes, total: first.before?.download_bytes })
    await page.reload()
    const before = site.requests.length
    const run = await simulateOn(page)({ command: 'python3', args: ['-c', 'print(1)'] })
    expect(run.ending).toBe('exited 0')
    expect(site.requests.slice(before)).toEqual(['GET /sandbox/manifest.json', 'GET /sandbox/frame.html'])
    await page.close()
    await site.close()
  },
)

test('an interpreter that fails to load does not start, and loading is retried', nightly, async ({ browser, site }) => {
  const page = await browser.newPage()
  await page.route('**/sandbox/javascript/**', (route) => route.abort())
  await page.goto(site.url)
  const simulate = simulateOn(page)
  const failed = await simulate({ command: 'node', args: ['-e', 'console.log(1)'] })
  expect(failed.outcome.ending.kind).toBe('not-started')
  await page.unroute('**/sandbox/javascript/**')
  const run = await simulate({ command: 'node', args: ['-e', 'console.log(1)'] })
  expect([run.ending, run.out]).toEqual(['exited 0', '1\n'])
  await page.close()
})

test('an unresponsive sandbox is replaced', nightly, async ({ browser, site }) => {
  const page = await browser.newPage()
  await page.goto(site.url)
  const simulate = simulateOn(page)
  await simulate({ command: 'node', args: ['-e', '1'] })
  await page.evaluate(() => {
    const frame = document.querySelector('iframe')
    if (frame !== null) frame.srcdoc = 'gone'
  })
  const lost = await simulate({ command: 'node', args: ['-e', 'console.log(1)'], timeout_ms: 500, stopAfter: 1000 })
  expect(lost.ending).toBe('cancelled')
  const run = await simulate({ command: 'node', args: ['-e', 'console.log(1)'] })
  expect([run.ending, run.out]).toEqual(['exited 0', '1\n'])
  await page.close()
})

test('concurrent runs do not mix their outputs', async ({ harness }) => {
  const outs = await harness.evaluate(async () => {
    const { createSimulator } = globalThis as unknown as Harness
    const simulator = createSimulator()
    const start = (text: string) =>
      simulator.run({
        command: 'node',
        args: ['-e', `setTimeout(() => console.log("${text}"), 100)`],
        env: {},
        cwd: null,
        stdin: null,
        timeout_ms: 9000,
        files: [],
      }).result
    const outcomes = await Promise.all(['a', 'b', 'c'].map(start))
    simulator.close()
    return outcomes.map((outcome) => outcome.stdout.text)
  })
  expect(outs).toEqual(['a\n', 'b\n', 'c\n'])
})
