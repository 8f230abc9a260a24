import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productRoot } from '../engine/product.ts'
import { projectFileKeys } from '../project/project-file.ts'
import { exampleFolder, ryeChain, ryeChainWith } from '../testing/directories.ts'

const tool = (executor: string): string => `version: "1.0.0"\ntool_type: tool\nexecutor_id: ${executor}\n`
const runtime =
  'version: "1.0.0"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [hello]}\n'

const primitive = 'version: "1.0.0"\ntool_type: primitive\nconfig: {}\n'

/** A project whose tool needs a runtime that only a system bundle or the user space has. */
const treeWith = (files: Readonly<Record<string, string>> = {}): string =>
  exampleFolder('hello-chain', { 'project/.ai/tools/my/tool.yaml': tool('team/runtime'), ...files })

const chainOf = async (cwd: string, ...options: readonly string[]) => {
  const { code, out, err } = await ryeChain(
    cwd,
    'analyze',
    '--dir',
    'project',
    '--item',
    'my/tool',
    '--json',
    ...options,
  )
  if (code === 2) return { code, err, chain: [] }
  const { chain } = JSON.parse(out) as {
    chain: readonly { item_id: string; space: string; provider_version: string }[]
  }
  return { code, err, chain: chain.map(({ item_id, space }) => `${space} ${item_id}`) }
}

test('custom bundles keep their order, with the ID and version of their manifest or option', async () => {
  const cwd = treeWith({
    'team/bundle.json': '{"bundle_id": "team", "version": "2.0.0"}',
    'team/.ai/tools/team/runtime.yaml': runtime,
    'bare/.ai/tools/team/runtime.yaml': runtime,
  })
  const both = await chainOf(cwd, '--system', 'team', '--system', 'builtin')
  expect(both.chain.slice(0, 2)).toEqual(['project my/tool', 'system:team team/runtime'])
  expect(both.code).toBe(0)
  const other = await chainOf(cwd, '--system', 'bare@1.0.0=bare', '--system', 'team', '--system', 'builtin')
  expect(other.chain[1]).toBe('system:bare team/runtime')
  expect(await chainOf(cwd, '--system', 'bare')).toMatchObject({
    code: 2,
    err: expect.stringContaining('ID@VERSION') as string,
  })
  expect(await chainOf(cwd, '--system', 'gone')).toMatchObject({ code: 2 })
  const twice = await chainOf(cwd, '--system', 'team', '--system', 'team@1.0.0=bare')
  expect(twice).toMatchObject({ code: 2, err: expect.stringContaining('Two system bundles') as string })
})

test('list shows the items of custom bundles, and a link includes them', async () => {
  const cwd = treeWith({
    'team/bundle.json': '{"bundle_id": "team", "version": "2.0.0"}',
    'team/.ai/tools/team/runtime.yaml': runtime,
  })
  const options = ['--dir', 'project', '--system', 'team', '--system', 'builtin']
  const { out } = await ryeChain(cwd, 'list', ...options)
  expect(out).toContain('team/runtime  system:team  team/.ai/tools/team/runtime.yaml')
  const shared = await ryeChain(cwd, 'share', '--item', 'my/tool', ...options)
  expect(shared.code).toBe(0)
  expect(shared.err).toContain('The link also contains 1 file from the system bundle team team.\n')
  const opened = await ryeChain(cwd, 'open', shared.out.trim(), '--to', 'opened')
  const bundles = ['--system', 'team@2.0.0=opened/system/team', '--system', 'builtin']
  expect(opened.out).toContain(` ${bundles.join(' ')} `)
  expect(readFileSync(join(cwd, 'opened/system/team/.ai/tools/team/runtime.yaml'), 'utf8')).toBe(runtime)
  const again = await ryeChain(cwd, 'diff', shared.out.trim(), 'opened/project', '--item', 'my/tool', ...bundles)
  expect([again.code, again.err]).toEqual([0, ''])
  const document = await ryeChain(cwd, 'open', shared.out.trim(), '--to', 'again', '--json')
  expect(document.json()).toMatchObject({ systems: [{ id: 'team', version: '2.0.0' }, 'builtin'] })
})

test('share includes a bundle that replaces the built-in one, and refuses a secret in a bundle or both bundles', async () => {
  const cwd = treeWith({
    'mine/bundle.json': '{"bundle_id": "ryeos-core", "version": "9.0.0"}',
    'mine/.ai/tools/team/runtime.yaml': runtime,
    'mine/.ai/tools/rye/core/primitives/execute.yaml': primitive,
    'other/bundle.json': '{"bundle_id": "ryeos-kiwi", "version": "9.0.0"}',
    'other/.ai/tools/secret.py': 'API_KEY = "f81bd4fae7dec11d0a76500a0c91e6bf"\n',
  })
  const share = ['share', '--dir', 'project', '--item', 'my/tool'] as const
  const mine = await ryeChain(cwd, ...share, '--system', 'mine')
  expect(mine.code).toBe(0)
  const opened = await ryeChain(cwd, 'open', mine.out.trim(), '--to', 'opened', '--json')
  expect(opened.json()).toMatchObject({ systems: [{ id: 'ryeos-core', version: '9.0.0' }] })
  const secret = await ryeChain(cwd, ...share, '--system', 'other')
  expect([secret.code, secret.err]).toEqual([1, expect.stringContaining('/system/ryeos-kiwi/.ai/tools/secret.py:1')])
  const both = await ryeChain(cwd, ...share, '--system', 'other', '--system', 'builtin')
  expect([both.code, both.err]).toEqual([1, expect.stringContaining('its own plain ID')])
})

test('commands use USER_SPACE as user space, and report an ignored ~/.ai in one line', async () => {
  const cwd = treeWith({ '.ai/tools/team/runtime.yaml': runtime })
  const unread = await chainOf(cwd)
  expect(unread.chain).toEqual(['project my/tool'])
  expect(unread.err).toMatch(/^~\/\.ai is not read\. .*--user ~.*\n$/)
  expect((await ryeChain(cwd, 'diff', 'project', 'project')).err).toBe(unread.err)
  const listed = await ryeChainWith({ USER_SPACE: join(cwd, '.ai') }, cwd, 'list', '--dir', 'project')
  expect(listed).toMatchObject({ err: '', out: expect.stringContaining('team/runtime  user') as string })
  const shared = await ryeChainWith({ USER_SPACE: cwd }, cwd, 'share', '--dir', 'project', '--item', 'my/tool')
  expect(shared.err).toContain('The link also contains 1 file from the user space ..\n')
  const read = await chainOf(cwd, '--user', '~')
  expect(read).toMatchObject({ code: 0, err: '', chain: expect.arrayContaining(['user team/runtime']) as string[] })
})

test('a ~/.ai with only the keys of `keys new` is not reported as ignored', async () => {
  const cwd = treeWith()
  mkdirSync(join(cwd, '.ai'))
  expect(await chainOf(cwd)).toMatchObject({ err: '' })
  await ryeChain(cwd, 'keys', 'new')
  expect(await chainOf(cwd)).toMatchObject({ err: '' })
  mkdirSync(join(cwd, '.ai/config/keys/trusted'))
  expect(await chainOf(cwd)).toMatchObject({ err: expect.stringContaining('~/.ai is not read.') as string })
})

test('config shows the effective settings and the source of each', async () => {
  const cwd = treeWith({ 'project/rye-chain.yaml': 'search: global\ndialect: lilux\nrules: {chain-cycle: warning}\n' })
  const settings = async (env: Readonly<Record<string, string>>, ...options: readonly string[]) => {
    const { json } = await ryeChainWith(env, cwd, 'config', '--dir', 'project', '--json', ...options)
    const rows = json<{ settings: { setting: string; value: unknown; from: string }[] }>().settings
    return Object.fromEntries(rows.map(({ setting, value, from }) => [setting, [value, from]]))
  }
  const inFile = 'project/rye-chain.yaml'
  expect(await settings({}, '--dialect', 'lillux', '--strict')).toMatchObject({
    project: ['project', '--dir'],
    user: [null, 'default'],
    systems: [['ryeos-core@1.3.0=/system/ryeos-core'], 'default'],
    dialect: ['lillux', '--dialect'],
    search: ['global', inFile],
    strict: [true, '--strict'],
    rules: [{ 'chain-cycle': 'warning' }, inFile],
  })
  expect(await settings({ USER_SPACE: cwd }, '--dev')).toMatchObject({
    user: ['.', 'USER_SPACE'],
    dialect: ['lilux', inFile],
    strict: [false, '--dev'],
  })
  const { out } = await ryeChain(cwd, 'config', '--dir', 'project')
  expect(out).toMatch(/^search +global {2}\(project\/rye-chain\.yaml\)$/m)
})

test('options override the project file', async () => {
  const cwd = treeWith({
    'team/bundle.json': '{"bundle_id": "team", "version": "2.0.0"}',
    'team/.ai/tools/team/runtime.yaml': runtime,
    'project/rye-chain.yaml': 'systems: [../team, builtin]\nsearch: global\ndialect: lillux\n',
  })
  expect((await chainOf(cwd)).chain[1]).toBe('system:team team/runtime')
  expect((await chainOf(cwd, '--system', 'builtin')).chain).toEqual(['project my/tool'])
  const { json } = await ryeChain(
    cwd,
    'analyze',
    '--dir',
    'project',
    '--item',
    'my/tool',
    '--json',
    '--search',
    'scoped',
  )
  expect(json<{ search: string }>().search).toBe('scoped')
})

test('severities, ignored items and the warning limit apply to check', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/my/tool.yaml': tool('missing/there'),
    'project/.ai/tools/old/tool.yaml': tool('missing/else'),
    'project/rye-chain.yaml': 'ignore: ["old/**"]\nrules: {executor-not-found: warning}\n',
  })
  const check = async (...options: readonly string[]) =>
    ryeChain(cwd, 'check', '--dir', 'project', '--json', ...options)
  const found = await check()
  expect(found.code).toBe(0)
  expect(found.out).toContain('executor-not-found')
  expect(found.out).not.toContain('old/tool')
  expect((await check('--max-warnings', '0')).code).toBe(1)
  writeFileSync(join(cwd, 'project/rye-chain.yaml'), 'rules: {executor-not-found: off}\nmax-warnings: 0\n')
  expect((await check()).out).not.toContain('executor-not-found')
})

test.for([
  ['dialet: kiwi\n', ':1:1: unknown key "dialet". Did you mean dialect?'],
  ['search: here\n', ':1:9: search must be scoped or global.'],
  ['strict: true\nrules:\n  executor-not-fond: off\n', ':3:3: rules must be a mapping of codes to severities'],
  ['rules: {executor-not-found: loud}\n', 'executor-not-found must be one of error'],
  ['- a\n', ':1:1: the file must be a YAML mapping'],
  ['a: [\n', 'rye-chain.yaml:'],
  ['max-warnings: -1\n', 'max-warnings must be a whole number, 0 or more'],
  [`ignore: ["${'x'.repeat(70_000)}"]\n`, 'ignore must be a list of globs'],
  ['mcp: {allow: 3}\n', ':1:6: mcp must be {allow: [ITEM_ID, ...]}'],
  ['mcp: {alow: [demo/greet]}\n', ':1:6: mcp must be {allow: [ITEM_ID, ...]} without other keys'],
  ['mcp: {allow: ["demo/*"]}\n', '"demo/*" is not an item ID'],
  ['strict: true\nstrict: false\n', ':2:1: "strict" occurs twice.'],
] as const)('the project file %j is refused with the place of the mistake', async ([text, says]) => {
  const cwd = treeWith({ 'project/rye-chain.yaml': text })
  const { code, err } = await ryeChain(cwd, 'check', '--dir', 'project')
  expect(code).toBe(2)
  expect(err).toContain(`project/rye-chain.yaml`)
  expect(err).toContain(says)
})

test.for([
  ['user: ../none\n', 'user of rye-chain.yaml: ../none: no such folder.'],
  ['systems: [../none]\n', 'systems of rye-chain.yaml: ../none: no such folder.'],
] as const)('a missing folder of %j is reported with the file name', async ([text, says]) => {
  const cwd = treeWith({ 'project/rye-chain.yaml': text })
  const { code, err } = await ryeChain(cwd, 'list', '--dir', 'project')
  expect([code, err]).toEqual([2, expect.stringContaining(says)])
})

test('a project file that is not text is reported', async () => {
  const cwd = treeWith()
  writeFileSync(join(cwd, 'project/rye-chain.yaml'), Uint8Array.of(0x61, 0xff))
  const { code, err } = await ryeChain(cwd, 'list', '--dir', 'project')
  expect([code, err]).toEqual([2, expect.stringContaining('not valid UTF-8')])
})

test('the documentation lists exactly the supported keys', () => {
  const page = readFileSync(join(productRoot, 'docs/project-file.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([\w-]+)` /gm)].map(([, key]) => key)
  expect(rows).toEqual(Object.keys(projectFileKeys))
})

test('the examples of the page together form a valid project file', async () => {
  const page = readFileSync(join(productRoot, 'docs/project-file.md'), 'utf8')
  const examples = [...page.matchAll(/^\| `[\w-]+` +\| `([^`]+)`/gm)].map(([, example]) => example)
  const cwd = treeWith({
    'team-bundle/bundle.json': '{"bundle_id": "team", "version": "2.0.0"}',
    'project/rye-chain.yaml': `${examples.join('\n')}\n`,
  })
  mkdirSync(join(cwd, '.ai'), { recursive: true })
  const { err, code } = await ryeChain(cwd, 'list', '--dir', 'project')
  expect([code, err]).toEqual([0, ''])
})

test.for([
  ['.', 'project/.ai/tools/demo/greet.py'],
  ['project', '.ai/tools/demo/greet.py'],
  ['project/.ai/tools/demo', 'greet.py'],
  ['project/.ai/config', '../tools/demo/greet.py'],
  ['other', '../project/.ai/tools/demo/greet.py'],
] as const)('a file is shown by its path relative to the working directory: %j', async ([from, shown]) => {
  const folder = exampleFolder('hello-chain')
  const cwd = join(folder, from)
  mkdirSync(cwd, { recursive: true })
  const { out } = await ryeChain(cwd, 'list', '--dir', join(folder, 'project'))
  expect(out.split('\n')[0]).toBe(`demo/greet  project  ${shown}`)
})
