import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { receive, startTestServer } from '../testing/server.ts'
import { everyNth } from '../../core/testing/nightly.ts'
import type { TestServer } from '../testing/server.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([
    '--runs-at-once',
    '2',
    '--limits',
    'memory_bytes=134217728,processes=32,disk_bytes=8388608,cpu_seconds=2',
  ])
})
afterAll(() => server.close())

const python = (program: string, timeout: number) => ({ command: '/usr/bin/python3', args: ['-c', program], timeout })

const bombs = [
  ['a fork bomb', 'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass', 1.5],
  ['a memory bomb', 'x=[]\nwhile True: x.append(bytearray(1_000_000))', 5],
  [
    'a disk fill',
    'import os\ni=0\nwhile True:\n  i+=1\n  try: open("/project/f%d"%i,"wb").write(b"x"*4_000_000)\n  except OSError: pass',
    1.5,
  ],
  ['a million files', 'i=0\nwhile True:\n  i+=1\n  try: open("/project/f%d"%i,"w")\n  except OSError: pass', 1.5],
  ['a flood of output', 'import os\nwhile True: os.write(1,b"x"*65536)', 1.5],
  ['a busy loop', 'while True: pass', 1.5],
] as const

test.for(everyNth(bombs, 2))('%s does not block the server', async ([, program, timeout]) => {
  const running = server.start(python(program, timeout)).then((response) => receive(response))
  let isOver = false
  void running.then(() => (isOver = true))
  let answers = 0
  while (!isOver) {
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
    if (!isOver) answers++
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  // Checks that responses arrive before the run ends: a blocked server would respond only afterwards. The bench
  // measures the speed.
  expect(answers).toBeGreaterThan(2)
  const result = (await running).at(-1)
  expect(result?.event).toBe('result')
  expect((await receive(await server.start(python('print(1)', 10)))).at(-1)?.data).toMatchObject({
    success: true,
    data: 1,
  })
})
