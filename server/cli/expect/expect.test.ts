import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, ryeChain, ryeChainAsked } from '../../testing/directories.ts'

// Tests of tools: files in `.ai/expect` of the project, with goals like those of lessons.

const greet = 'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [hello]}\n'

function project(files: Readonly<Record<string, string>>): string {
  const folder = freshFolder()
  for (const [path, text] of Object.entries({ '.ai/tools/greet.yaml': greet, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const tool = (folder: string, text: string): void => writeFileSync(join(folder, '.ai/tools/greet.yaml'), text)

test('--write pins the current answer in a readable file, and a changed command fails check', async () => {
  const cwd = project({})
  const written = await ryeChain(cwd, 'expect', '--write', 'greet')
  expect([written.code, written.out]).toEqual([0, 'created .ai/expect/greet.yaml with 7 goals\n'])
  expect(readFileSync(join(cwd, '.ai/expect/greet.yaml'), 'utf8')).toBe(
    [
      'item: "greet"',
      'goals:',
      '  - at: "/status"',
      '    is: "ready"',
      '  - at: "/chain"',
      '    count: 2',
      '  - at: "/chain/item_id:greet/space"',
      '    is: "project"',
      '  - at: "/chain/item_id:rye~1core~1primitives~1execute/space"',
      '    is: "system:ryeos-core"',
      '  - pair: ["greet", "rye/core/primitives/execute"]',
      '    rule: "space"',
      '    verdict: "ok"',
      '  - at: "/plan/command"',
      '    is: "echo"',
      '  - at: "/plan/args"',
      '    is: ["hello"]',
      '',
    ].join('\n'),
  )
  expect((await ryeChain(cwd, 'check')).code).toBe(0)
  tool(cwd, greet.replace('hello', 'goodbye'))
  const failed = await ryeChain(cwd, 'check')
  expect(failed.code).toBe(1)
  expect(failed.out).toContain('.ai/expect/greet.yaml:')
  expect(failed.out).toContain('expectation-failed')
  expect(failed.out).toContain('1 expectation, 1 failed')
  expect((await ryeChain(cwd, 'check', '--no-expect')).code).toBe(0)
  const again = await ryeChain(cwd, 'expect', '--write', 'greet')
  expect([again.code, again.out.slice(0, 7)]).toEqual([0, 'updated'])
  expect((await ryeChain(cwd, 'check')).code).toBe(0)
})

test('expect reports each failed goal with its place, and --json lists every goal', async () => {
  const cwd = project({
    '.ai/expect/greet.yaml':
      'item: greet\ngoals:\n- {at: /plan/command, is: ls}\n- {at: /plan/args, contains: hello}\n',
    '.ai/tools/broken.yaml': 'executor_id: nowhere\n',
  })
  const { code, out } = await ryeChain(cwd, 'expect')
  expect([code, out.split('\n')[0]]).toEqual([1, 'failed .ai/expect/greet.yaml'])
  expect(out).toContain('  3:3 Expected: argv[0] is "ls"\n      Found: "echo"\n')
  const { json } = await ryeChain(cwd, 'expect', '--json')
  expect(json()).toMatchObject({
    failed: 1,
    expectations: [{ item_id: 'greet', state: 'failed', goals: [{ state: 'failed' }, { state: 'passed' }] }],
  })
  expect((await ryeChain(cwd, 'expect', 'other/*')).code).toBe(2)
})

test('an expectation uses its own parameters and world, and ignores --env', async () => {
  const template = 'executor_id: rye/core/primitives/execute\nconfig: {command: "${WHO}", args: ["{name}"]}\n'
  const cwd = project({
    '.ai/tools/say.yaml': template,
    '.ai/expect/say.yaml':
      'item: say\nparameters: {name: Ada}\nworld: {environ: {WHO: echo}}\ngoals:\n- {at: /plan/command, is: echo}\n- {at: /plan/args, is: [Ada]}\n',
  })
  expect((await ryeChain(cwd, 'expect', '--env', 'WHO=cat')).code).toBe(0)
})

test('a file that is not an expectation fails with the place and the fix', async () => {
  const cwd = project({ '.ai/expect/deep/bad.yaml': 'item: greet\ngols: []\n', '.ai/expect/torn.yaml': 'item: [\n' })
  const { code, out } = await ryeChain(cwd, 'check')
  expect(code).toBe(1)
  expect(out).toContain('Unknown key `gols` in the expectation. Did you mean `goals`?'.split('.')[0])
  expect(out).toContain('.ai/expect/torn.yaml:')
  expect(out).toContain('2 expectations, 2 failed')
})

test('an expectation of an item that does not exist fails', async () => {
  const cwd = project({ '.ai/expect/gone.yaml': 'item: gone\ngoals: [{at: /status, is: ready}]\n' })
  const { code, out } = await ryeChain(cwd, 'check')
  expect([code, out.includes('Found: "not_found"')]).toEqual([1, true])
  expect((await ryeChain(cwd, 'expect', '--write', 'gone')).code).toBe(2)
})

test('secrets of .env are not written', async () => {
  const cwd = project({
    '.env': 'TOKEN=wholly-private-4711\n',
    '.ai/tools/greet.yaml':
      'executor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [a, "key ${TOKEN}"]}\n',
  })
  await ryeChain(cwd, 'expect', '--write', 'greet')
  const text = readFileSync(join(cwd, '.ai/expect/greet.yaml'), 'utf8')
  expect(text).toContain('at: "/plan/args/0"')
  expect(text).not.toContain('4711')
})

const marks =
  'executor_id: rye/core/primitives/execute\nconfig: {command: sh, args: [-c, "echo ran > mark; echo 42"]}\n'
const ofRun = 'item: mark\ngoals:\n- {ending: exited, in: real}\n- {at: /data, in: real, is: 42}\n'

test('check, and expect without --run, never run the tool of a goal about a real run', async () => {
  const cwd = project({ '.ai/tools/mark.yaml': marks, '.ai/expect/mark.yaml': ofRun })
  for (const words of [['check'], ['expect'], ['check', '--json']]) {
    const { code } = await ryeChain(cwd, ...words)
    expect([words, code, existsSync(join(cwd, 'mark'))]).toEqual([words, 0, false])
  }
  const { out } = await ryeChain(cwd, 'expect')
  expect(out).toContain('1 with goals about a run (rye-chain expect --run)')
})

test('expect --run runs only after the approval that run requires', async () => {
  const cwd = project({ '.ai/tools/mark.yaml': marks, '.ai/expect/mark.yaml': ofRun })
  expect((await ryeChain(cwd, 'expect', '--run')).code).toBe(2)
  const no = await ryeChainAsked(['n'], cwd, 'expect', '--run')
  expect([no.code, no.out]).toEqual([0, expect.stringContaining('1 with goals about a run')])
  const yes = await ryeChain(cwd, 'expect', '--run', '--yes')
  expect([yes.code, yes.out]).toEqual([0, '1 expectation, 0 failed\n'])
  writeFileSync(join(cwd, '.ai/expect/mark.yaml'), ofRun.replace('42', '43'))
  expect((await ryeChain(cwd, 'expect', '--run', '--yes')).code).toBe(1)
})

test('options that do not belong together are refused', async () => {
  const cwd = project({})
  for (const words of [['--params', '{}'], ['--yes'], ['--write', 'greet', '--run'], ['--write', 'greet', 'other']])
    expect([words, (await ryeChain(cwd, 'expect', ...words)).code]).toEqual([words, 2])
})

test('a link includes expectations, and they apply in the folder of the opened link', async () => {
  const cwd = project({ '.ai/expect/greet.yaml': 'item: greet\ngoals: [{at: /plan/command, is: ls}]\n' })
  const { json } = await ryeChain(cwd, 'share', 'greet', '--json')
  const { link, files } = json<{ readonly link: string; readonly files: readonly string[] }>()
  expect(files).toContain('/project/.ai/expect/greet.yaml')
  await ryeChain(cwd, 'open', link, '--to', 'opened')
  expect((await ryeChain(join(cwd, 'opened/project'), 'expect')).code).toBe(1)
})

test('--coverage names the changes that no expectation detects, and changes no file', async () => {
  const cwd = project({})
  const bare = await ryeChain(cwd, 'expect', '--coverage')
  expect(bare.code).toBe(1)
  expect(bare.out).toMatch(
    /not detected R9\.1 config\.command: "echo-changed" {2}\.ai\/tools\/greet\.yaml:3:\d+: affects greet/,
  )
  await ryeChain(cwd, 'expect', '--write', 'greet')
  const { json } = await ryeChain(cwd, 'expect', '--coverage', '--json')
  const { survivors, noticed } = json<{ survivors: readonly { what: string }[]; noticed: number }>()
  expect(survivors.map(({ what }) => what)).not.toContain('config.command: "echo-changed"')
  expect(noticed).toBeGreaterThan(2)
  expect(readFileSync(join(cwd, '.ai/tools/greet.yaml'), 'utf8')).toBe(greet)
  expect((await ryeChain(cwd, 'expect', '--coverage', '--run')).code).toBe(2)
})
