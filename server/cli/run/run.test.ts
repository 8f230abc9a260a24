import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExecutionResult } from '#core/run'
import { exampleFolder, freshFolder, ryeChain, ryeChainAsked } from '../../testing/directories.ts'
import { runFolder as folder, shell } from '../../testing/run-folder.ts'

// R14.1 from a command line: the same call and the same sandbox; the exit code reports the verdict.

const run = (cwd: string, ...words: readonly string[]) => ryeChain(cwd, 'run', ...words, '--dir', 'project')

test(
  'a tool runs with its own streams, and its changes are reported, or kept with --keep',
  { timeout: 60_000 },
  async () => {
    const cwd = folder()
    const { code, out, err } = await run(cwd, 'say', '--params', '{"text": "hi"}', '--yes')
    expect([code, out]).toEqual([0, 'said hi\n'])
    expect(err).toContain('aside\n')
    expect(err).toContain('/project/made.txt was changed but not kept.')
    expect(existsSync(join(cwd, 'project/made.txt'))).toBe(false)
    expect(existsSync(join(cwd, 'project/.ai/lockfiles'))).toBe(false)
    await run(cwd, 'say', '--params', '{"text": "hi"}', '--yes', '--keep')
    expect(readFileSync(join(cwd, 'project/made.txt'), 'utf8')).toBe('new\n')
  },
)

test(
  'R11.3: in dev mode, run pins only with --lock; a changed file is then one error',
  { timeout: 120_000 },
  async () => {
    const cwd = folder()
    const words = ['strict', '--params', '{"text": "hi"}', '--yes'] as const
    const edit = () =>
      writeFileSync(
        join(cwd, 'project/.ai/tools/strict.yaml'),
        `${readFileSync(join(cwd, 'project/.ai/tools/strict.yaml'), 'utf8')}# edited\n`,
      )
    await run(cwd, ...words)
    edit()
    expect((await run(cwd, ...words)).code).toBe(0)
    const pinned = await run(cwd, ...words, '--lock')
    expect(pinned.err).toContain('Pinned: /project/.ai/lockfiles/strict@1.0.0.lock.json\n')
    expect((await run(cwd, ...words)).code).toBe(0)
    edit()
    const refused = await run(cwd, ...words)
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err.match(/ error /g)).toHaveLength(1)
    expect(refused.err).toContain(' project/.ai/tools/strict.yaml has changed since the lockfile')
    const [, line = ''] = /`rye-chain ([^`]+)`/.exec(refused.err) ?? []
    expect(line).toBe('lock update strict')
    const updated = await ryeChain(cwd, ...line.split(' '), '--dir', 'project')
    expect(updated.code).toBe(0)
    expect((await run(cwd, ...words)).code).toBe(0)
  },
)

test('R11.3: outside dev mode, the first success pins, except with --no-lock', { timeout: 60_000 }, async () => {
  const cwd = folder()
  const { fingerprint } = (await ryeChain(cwd, 'keys', 'new', '--json')).json<{ fingerprint: string }>()
  await ryeChain(cwd, 'sign', '--all', '--dir', 'project')
  await ryeChain(cwd, 'trust', fingerprint, '--dir', 'project')
  const words = ['say', '--params', '{"text": "hi"}', '--yes', '--strict'] as const
  expect((await run(cwd, ...words, '--no-lock')).err).not.toContain('Pinned')
  expect((await run(cwd, ...words)).err).toContain('Pinned: ')
  const both = await run(cwd, ...words, '--lock', '--no-lock')
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('--lock contradicts --no-lock')])
})

test('the stderr of a failed tool is printed once, unchanged', { timeout: 60_000 }, async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'project/.ai/tools/loud.yaml'), shell('echo one >&2; echo two >&2; exit 3'))
  const { code, err } = await run(cwd, 'loud', '--params', '{"text": ""}', '--yes')
  expect([code, err]).toEqual([1, 'one\ntwo\nResult: exited 3.\n'])
  const silent = await run(cwd, 'fail', '--params', '{"text": ""}', '--yes')
  expect([silent.code, silent.err]).toEqual([1, 'Result: exited 3.\n'])
})

test('R14.2: every run ends with its verdict, and the error of a stopped tool is the reason, not its last output', async () => {
  const cwd = folder()
  const report = `echo '{"success": false, "error": "none left"}'`
  const grow = 'x=$(head -c 1000 /dev/zero | tr "\\0" x); while :; do x="$x$x"; done'
  for (const [name, script, verdict, error] of [
    ['fine', 'printf open >&2', 'Result: exited 0.', null],
    ['says', report, 'Result: exited 0, but reported a failure.', 'none left'],
    ['dies', 'echo last >&2; kill -TERM $$', 'Result: killed by SIGTERM.', 'killed by SIGTERM'],
    ['waits', 'echo last >&2; exec sleep 60', 'Result: timed out after 1 s', 'timed out after 1 s'],
    ['grows', `echo last >&2; ${grow}`, 'Result: out of memory at 64 MiB', 'out of memory at 64 MiB'],
  ] as const) {
    writeFileSync(join(cwd, `project/.ai/tools/${name}.yaml`), shell(script))
    const limits = ['--limits', 'wall_seconds=1', '--limits', 'memory_bytes=67108864']
    const ran = await run(
      cwd,
      name,
      '--params',
      '{"text": ""}',
      '--yes',
      '--json',
      ...(name === 'grows' ? limits.slice(2) : limits),
    )
    const lines = ran.err.trimEnd().split('\n')
    expect([name, lines.at(-1)]).toEqual([name, expect.stringContaining(verdict)])
    const said = ran.json<ExecutionResult>().error
    expect([name, said]).toEqual([name, error === null ? null : expect.stringContaining(error)])
  }
}, 120_000)

test('--keep writes through no symlink that leads outside the project', { timeout: 60_000 }, async () => {
  const cwd = folder()
  mkdirSync(join(cwd, 'outside'))
  symlinkSync(join(cwd, 'outside'), join(cwd, 'project/out'))
  symlinkSync(join(cwd, 'outside/file'), join(cwd, 'project/made.txt'))
  const script = 'mkdir -p out; echo bad > out/passwd; echo bad > made.txt; echo good > mine.txt'
  writeFileSync(join(cwd, 'project/.ai/tools/links.yaml'), shell(`cd /project; ${script}`))
  const { code, err } = await run(cwd, 'links', '--params', '{"text": ""}', '--yes', '--keep')
  expect(code).toBe(0)
  expect(readdirSync(join(cwd, 'outside'))).toEqual([])
  expect(err).toContain('/project/out/passwd was changed but not kept: ')
  expect(err).toContain('/project/made.txt was changed but not kept: ')
  expect(readFileSync(join(cwd, 'project/mine.txt'), 'utf8')).toBe('good\n')
})

test('--json prints only the result, and the exit code is the verdict', { timeout: 60_000 }, async () => {
  const cwd = folder()
  const good = await run(cwd, 'say', '--params', '{"text": "hi"}', '--yes', '--json', '--trace')
  expect([good.code, good.json<ExecutionResult>()]).toMatchObject([0, { success: true, data: { stdout: 'said hi\n' } }])
  expect(good.err).toContain('{"step":"run"')
  const bad = await run(cwd, 'fail', '--yes', '--json')
  expect([bad.code, bad.json<ExecutionResult>()]).toMatchObject([1, { success: false, ending: { return_code: 3 } }])
  expect(existsSync(join(cwd, 'project/.ai/lockfiles/fail@1.0.0.lock.json'))).toBe(false)
})

test('tool output arrives unchanged, however it was split into chunks', { timeout: 60_000 }, async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'project/.ai/tools/much.yaml'), shell('yes €€€ | head -c 700000; : $1'))
  const { code, out } = await run(cwd, 'much', '--params', '{"text": ""}', '--yes')
  expect([code, Buffer.byteLength(out), out.includes('\ufffd')]).toEqual([0, 700_000, false])
})

test('a run prints its result even if the lockfile cannot be written', { timeout: 60_000 }, async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'project/.ai/lockfiles'), 'no folder')
  const { code, json, err } = await run(cwd, 'say', '--params', '{"text": "hi"}', '--yes', '--json', '--lock')
  expect([code, json<ExecutionResult>().success, err]).toEqual([1, true, expect.stringContaining('Not pinned: ')])
})

test("no tool finds the person's private keys", { timeout: 60_000 }, async () => {
  const cwd = folder()
  for (const space of ['project', 'user']) {
    mkdirSync(join(cwd, space, '.ai/config/keys/signing'), { recursive: true })
    writeFileSync(join(cwd, space, '.ai/config/keys/signing/private_key.pem'), 'secret')
  }
  writeFileSync(join(cwd, 'project/.ai/tools/look.yaml'), shell('find /project /user -name "*.pem"; echo "looked $1"'))
  const { code, out } = await run(cwd, 'look', '--user', 'user', '--params', '{"text": "up"}', '--yes')
  expect([code, out]).toEqual([0, 'looked up\n'])
})

test(
  'a tool finds the packages in .ai but not those of the project',
  {
    timeout: 60_000,
  },
  async () => {
    const cwd = exampleFolder('node-modules', {
      'project/node_modules/loud/index.js': 'throw new Error("of the project")',
      'project/.ai/tools/look.yaml': shell('find /project -name index.js; echo "looked $1"'),
    })
    const asked = ['text/shout', '--params', '{"text": "watch out", "marks": 2}', '--yes', '--json'] as const
    const ran = await run(cwd, ...asked)
    expect([ran.code, ran.json<ExecutionResult>().data]).toEqual([0, { said: 'WATCH OUT!!' }])
    const { out } = await run(cwd, 'look', '--params', '{"text": "up"}', '--yes')
    expect(out).toBe('/project/.ai/tools/text/node_modules/loud/index.js\nlooked up\n')
  },
)

test('a project that exceeds the disk limit of a run is refused with advice', async () => {
  const cwd = folder()
  writeFileSync(join(cwd, 'project/.ai/large'), 'x'.repeat(2_000_000))
  const words = ['say', '--params', '{"text": "hi"}', '--yes', '--limits', 'disk_bytes=3000000'] as const
  const { code, err } = await run(cwd, ...words)
  expect(code).toBe(1)
  expect(err).toContain('--leave-out PATH')
  expect((await run(cwd, ...words, '--leave-out', '.ai/large')).code).toBe(0)
})

test('a service at a private address is reached only with --http-allow-private', { timeout: 60_000 }, async () => {
  const service = createServer((_, response) => response.end('{"hello": 1}'))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const at = `127.0.0.1:${(service.address() as AddressInfo).port}`
  const tool = `version: "1.0.0"\ntool_type: http\nexecutor_id: rye/core/primitives/http_client\nconfig: {method: GET, url: "http://${at}/"}\n`
  const cwd = exampleFolder('http-stream', { 'project/.ai/tools/ask.yaml': tool })
  const words = ['--dialect', 'lilux', '--yes'] as const
  try {
    const open = await run(cwd, 'ask', ...words, '--json', '--http-allow-private', at)
    expect([open.code, open.json<ExecutionResult>().success, open.out]).toEqual([
      0,
      true,
      expect.stringContaining('hello'),
    ])
    expect((await run(cwd, 'ask', ...words, '--http-allow', at)).code).toBe(1)
  } finally {
    service.close()
  }
})

test('nothing runs without a confirmation', async () => {
  const cwd = folder()
  const alone = await run(cwd, 'say', '--params', '{"text": "hi"}')
  expect([alone.code, alone.out]).toEqual([2, ''])
  expect(alone.err).toContain('Review with `analyze`, then pass `--yes`.')
  const no = await ryeChainAsked(['n'], cwd, 'run', 'say', '--dir', 'project', '--params', '{"text": "hi"}')
  expect([no.code, no.out]).toEqual([1, ''])
  expect(no.err).toMatch(/command +\/bin\/sh/)
  expect(no.err).not.toContain('Stops after')
})

test('before the confirmation, a run reports a program that was not called to find an interpreter', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/ask.yaml': `${shell('true')}env_config:
  interpreter: {type: command, var: FOUND, resolve_cmd: [touch, /project/asked], fallback: sh}
`,
  })
  const words = ['ask', '--dir', 'project', '--params', '{"text": ""}']
  const ran = await ryeChainAsked(['n'], cwd, 'run', ...words)
  expect([ran.code, ran.out]).toEqual([1, ''])
  expect(ran.err).toMatch(/ask\.yaml:\d+:\d+: hint program-not-asked: .*touch \/project\/asked/)
})

test('the confirmation states when a limit ends a command before its timeout', async () => {
  const words = ['--params', '{"text": "hi"}', '--limits', 'wall_seconds=45']
  const { err } = await ryeChainAsked(['n'], folder(), 'run', 'say', '--dir', 'project', ...words)
  expect(err).toMatch(
    /timeout +300 s\n {2}Stops after 45 s on this machine, regardless of the timeout \(limit wall_seconds\)\.\n/,
  )
})

test.for([
  { name: 'a missing item', words: ['missing', '--yes'], code: 2, said: 'missing' },
  { name: 'a file that is not an item', words: ['say.txt', '--yes'], code: 2, said: 'say.txt' },
  { name: 'an unknown limit', words: ['say', '--yes', '--limits', 'patience=3'], code: 2, said: 'patience' },
  { name: 'two items', words: ['say', 'fail', '--yes'], code: 2, said: 'one item' },
  {
    name: 'parameters that are not JSON',
    words: ['say', '--yes', '--params', '{'],
    code: 2,
    said: '`--params` is not valid JSON',
  },
])('$name is reported and runs nothing', async ({ words, code, said }) => {
  const ran = await run(folder(), ...words)
  expect([ran.code, ran.out]).toEqual([code, ''])
  expect(ran.err.toLowerCase()).toContain(said.toLowerCase())
})

test('a folder without .ai causes exit code 2', async () => {
  expect((await ryeChain(freshFolder(), 'run', 'say', '--yes')).code).toBe(2)
})
