import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Analysis } from '#core/answer'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'

// Keys, signatures, trust (R10) and lockfiles (R11).

const project = ['--dir', 'project'] as const
const greet = [...project, '--item', 'demo/greet'] as const

test('R10.5: a chain signed with a new key is ready in strict mode once the key is trusted', async () => {
  const cwd = exampleFolder('hello-chain')
  const strict = async (): Promise<string> =>
    (await ryeChain(cwd, 'analyze', ...greet, '--strict', '--json')).json<Analysis>().status
  expect(await strict()).toBe('refused')
  const { fingerprint, private_key } = (await ryeChain(cwd, 'keys', 'new', '--json')).json<Record<string, string>>()
  expect(statSync(private_key ?? '').mode & 0o777).toBe(0o600)
  expect((await ryeChain(cwd, 'sign', '--all', ...project)).code).toBe(0)
  expect(await strict()).toBe('refused')
  expect((await ryeChain(cwd, 'trust', fingerprint ?? '', ...project)).code).toBe(0)
  expect(await strict()).toBe('ready')
  const path = join(cwd, 'project/.ai/tools/demo/greet.py')
  writeFileSync(path, `${readFileSync(path, 'utf8')}# changed\n`)
  expect(await strict()).toBe('refused')
})

test('the command suggested for a stale lockfile fixes the run', async () => {
  const cwd = exampleFolder('hello-chain')
  await ryeChain(cwd, 'keys', 'new')
  await ryeChain(cwd, 'lock', 'create', ...greet)
  const path = join(cwd, 'project/.ai/tools/demo/greet.py')
  writeFileSync(path, `${readFileSync(path, 'utf8')}# changed\n`)
  const run = ['run', ...project, '--yes', '--json', '--params', '{"name": "Ada"}', 'demo/greet'] as const
  const { error } = (await ryeChain(cwd, ...run)).json<{ error: string }>()
  const commands = [...error.matchAll(/`rye-chain ([^`]+)`/g)].map(([, words = '']) => words.split(' '))
  expect(commands.map(([name]) => name)).toEqual(['lock'])
  for (const words of commands) expect(await ryeChain(cwd, ...words, ...project)).toMatchObject({ code: 0, err: '' })
  expect((await ryeChain(cwd, ...run)).json()).toMatchObject({ success: true, data: { greeting: 'Hello, Ada!' } })
})

test('signing again keeps a valid signature and replaces an invalid one', async () => {
  const cwd = exampleFolder('hello-chain')
  await ryeChain(cwd, 'keys', 'new')
  const file = 'project/.ai/tools/demo/greet.py'
  const sign = async (): Promise<unknown> =>
    (await ryeChain(cwd, 'sign', file, ...project, '--json')).json<{ files: unknown }>().files
  expect(await sign()).toEqual([{ path: file, done: 'signed' }])
  const text = readFileSync(join(cwd, file), 'utf8')
  expect(await sign()).toEqual([{ path: file, done: 'unchanged' }])
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(text)
  writeFileSync(join(cwd, file), `${text}# more\n`)
  expect(await sign()).toEqual([{ path: file, done: 'signed' }])
  expect(readFileSync(join(cwd, file), 'utf8').match(/rye:signed/g)).toHaveLength(1)
})

test('sign --all skips a file without comments, and sign with its path reports the reason', async () => {
  const file = 'project/.ai/tools/lib/package.json'
  const cwd = exampleFolder('hello-chain', { [file]: '{"type": "module"}\n' })
  await ryeChain(cwd, 'keys', 'new')
  const { code, json } = await ryeChain(cwd, 'sign', '--all', ...project, '--json')
  expect([code, json<{ files: readonly unknown[] }>().files]).toEqual([
    0,
    [{ path: 'project/.ai/tools/demo/greet.py', done: 'signed' }],
  ])
  const named = await ryeChain(cwd, 'sign', file, ...project)
  expect([named.code, named.err]).toEqual([1, expect.stringContaining('its format has no comments')])
  const other = 'project/.ai/tools/other.py'
  writeFileSync(join(cwd, other), '')
  expect((await ryeChain(cwd, 'sign', other, file, ...project)).code).toBe(1)
  expect(readFileSync(join(cwd, other), 'utf8')).toBe('')
  expect(readFileSync(join(cwd, file), 'utf8')).toBe('{"type": "module"}\n')
})

test('sign signs none of several files if a symlink leads one of them outside the project', async () => {
  const [near, far] = ['project/.ai/tools/near.py', 'project/.ai/tools/far.py']
  const cwd = exampleFolder('hello-chain', { [near]: '' })
  await ryeChain(cwd, 'keys', 'new')
  symlinkSync('/proc/version', join(cwd, far))
  const { code, out, err } = await ryeChain(cwd, 'sign', far, near, ...project)
  expect([code, out, err]).toEqual([
    1,
    '',
    expect.stringContaining('far.py was not written: a symlink in its path leads outside'),
  ])
  expect(readFileSync(join(cwd, near), 'utf8')).toBe('')
})

test('sign --all skips symlink targets outside the project', async () => {
  const tools = 'project/.ai/tools'
  const cwd = exampleFolder('hello-chain', { 'elsewhere/far.py': '', [`${tools}/near.py`]: '' })
  symlinkSync(join(cwd, 'elsewhere'), join(cwd, tools, 'folder'))
  symlinkSync(join(cwd, 'elsewhere/far.py'), join(cwd, tools, 'far.py'))
  symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'project/.ai/config'))
  mkdirSync(join(cwd, tools, 'folder.py'))
  await ryeChain(cwd, 'keys', 'new')
  const { json } = await ryeChain(cwd, 'sign', '--all', ...project, '--json')
  const paths = json<{ files: readonly { path: string }[] }>().files.map(({ path }) => path)
  expect(paths).toEqual([`${tools}/demo/greet.py`, `${tools}/near.py`])
})

test("signing a symlink signs its target in the target's folder and keeps the symlink", async () => {
  const cwd = exampleFolder('hello-chain')
  await ryeChain(cwd, 'keys', 'new')
  const link = 'project/.ai/tools/demo/alias.py'
  symlinkSync('greet.py', join(cwd, link))
  expect((await ryeChain(cwd, 'sign', link, ...project)).code).toBe(0)
  expect(readlinkSync(join(cwd, link))).toBe('greet.py')
  expect(readFileSync(join(cwd, 'project/.ai/tools/demo/greet.py'), 'utf8')).toContain('rye:signed')
})

test('sign --all reports that it skips all tools behind a symlink', async () => {
  const cwd = exampleFolder('hello-chain')
  await ryeChain(cwd, 'keys', 'new')
  mkdirSync(join(cwd, 'other'))
  symlinkSync('../project/.ai', join(cwd, 'other/.ai'))
  const { code, out, err } = await ryeChain(cwd, 'sign', '--all', '--dir', 'other')
  expect([code, out, err]).toEqual([
    1,
    expect.stringContaining('0 signed'),
    expect.stringContaining('other/.ai/tools is a symlink and was skipped'),
  ])
})

test('existing keys are never replaced, and a missing half of a key pair is not created', async () => {
  const cwd = exampleFolder('hello-chain')
  await ryeChain(cwd, 'keys', 'new')
  const { code, err } = await ryeChain(cwd, 'keys', 'new')
  expect([code, err]).toEqual([1, expect.stringContaining('already exists')])
  const own = (half: string): string => join(cwd, '.ai/config/keys/signing', `${half}_key.pem`)
  rmSync(own('public'))
  const lost = await ryeChain(cwd, 'sign', '--all', ...project)
  expect([lost.code, lost.err]).toEqual([
    1,
    expect.stringMatching(/public_key\.pem.* Restore the public key, or remove/),
  ])
  writeFileSync(own('public'), '')
  rmSync(own('private'))
  const half = await ryeChain(cwd, 'keys', 'new')
  expect([half.code, half.err]).toEqual([1, expect.stringContaining('public_key.pem already exists')])
  expect(existsSync(own('private'))).toBe(false)
})

test.runIf(existsSync('/proc/self'))('a folder that cannot be created is reported', { timeout: 10_000 }, async () => {
  const { code, err } = await ryeChain(freshFolder(), 'keys', 'new', '--user', '/proc')
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('private_key.pem was not written: its folder does not exist'),
  ])
})

test('R11: lock creates a lockfile, reports whether it matches, updates it and deletes it', async () => {
  const cwd = exampleFolder('hello-chain')
  expect((await ryeChain(cwd, 'lock', 'create', ...greet)).code).toBe(0)
  expect(existsSync(join(cwd, 'project/.ai/lockfiles/demo/greet@1.0.0.lock.json'))).toBe(true)
  expect((await ryeChain(cwd, 'lock', 'show', ...greet)).out).toMatch(/^matches: project\/\.ai\/lockfiles/)
  expect((await ryeChain(cwd, 'lock', 'show', ...project, '--json')).json()).toMatchObject([{ tool_id: 'demo/greet' }])
  const path = join(cwd, 'project/.ai/tools/demo/greet.py')
  writeFileSync(path, readFileSync(path, 'utf8').replace('Hello', 'Hi'))
  const drifted = await ryeChain(cwd, 'lock', 'show', ...greet)
  expect([drifted.code, drifted.out]).toEqual([1, expect.stringContaining('lockfile-root-drift')])
  const updated = await ryeChain(cwd, 'lock', 'update', ...greet)
  expect([updated.code, updated.out]).toEqual([0, expect.stringMatching(/^Pinned again demo\/greet: project/)])
  expect((await ryeChain(cwd, 'lock', 'show', ...greet)).out).toMatch(/^matches/)
  const again = await ryeChain(cwd, 'lock', 'update', ...greet, '--json')
  expect(again.json()).toMatchObject({ done: 'unchanged' })
  expect((await ryeChain(cwd, 'lock', 'delete', ...greet)).code).toBe(0)
  expect((await ryeChain(cwd, 'lock', 'update', ...greet, '--json')).json()).toMatchObject({ done: 'created' })
  expect((await ryeChain(cwd, 'lock', 'delete', ...greet)).code).toBe(0)
  expect((await ryeChain(cwd, 'analyze', ...greet)).code).toBe(0)
})

test('R11.2: lock update does not pin a broken chain or overwrite an unreadable lockfile', async () => {
  const cwd = exampleFolder('hello-chain')
  const lock = join(cwd, 'project/.ai/lockfiles/demo/greet@1.0.0.lock.json')
  await ryeChain(cwd, 'lock', 'create', ...greet)
  const path = join(cwd, 'project/.ai/tools/demo/greet.py')
  const pinned = readFileSync(lock, 'utf8')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/__executor_id__ = .*/, '__executor_id__ = "none"'))
  const broken = await ryeChain(cwd, 'lock', 'update', ...greet)
  expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('cannot be pinned because it is refused')])
  expect(readFileSync(lock, 'utf8')).toBe(pinned)
  writeFileSync(lock, '{')
  const unreadable = await ryeChain(cwd, 'lock', 'update', ...greet)
  expect([unreadable.code, unreadable.err]).toEqual([1, expect.stringContaining('never overwritten')])
  expect(readFileSync(lock, 'utf8')).toBe('{')
})

test("R11.1: lock update does not change a system bundle's lockfile, and writes one to the project", async () => {
  const cwd = exampleFolder('hello-chain', { 'bundle/bundle.json': '{"bundle_id": "mine", "version": "1.0.0"}' })
  const words = ['--system', 'bundle', '--system', 'builtin', ...greet]
  await ryeChain(cwd, 'lock', 'create', ...words)
  const own = join(cwd, 'project/.ai/lockfiles/demo/greet@1.0.0.lock.json')
  const theirs = join(cwd, 'bundle/.ai/lockfiles/demo/greet@1.0.0.lock.json')
  mkdirSync(join(theirs, '..'), { recursive: true })
  renameSync(own, theirs)
  const path = join(cwd, 'project/.ai/tools/demo/greet.py')
  writeFileSync(path, readFileSync(path, 'utf8').replace('Hello', 'Hi'))
  const before = readFileSync(theirs, 'utf8')
  expect((await ryeChain(cwd, 'lock', 'update', ...words)).code).toBe(0)
  expect([readFileSync(theirs, 'utf8'), existsSync(own)]).toEqual([before, true])
  expect((await ryeChain(cwd, 'analyze', ...words)).code).toBe(0)
})

test('lock accepts an item as an argument, by its ID or file', async () => {
  const cwd = exampleFolder('hello-chain')
  expect((await ryeChain(cwd, 'lock', 'create', 'demo/greet', ...project)).code).toBe(0)
  expect((await ryeChain(cwd, 'lock', 'show', 'project/.ai/tools/demo/greet.py', ...project)).out).toMatch(/^matches/)
  const twice = await ryeChain(cwd, 'lock', 'delete', 'demo/greet', ...greet)
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('lock takes one item')])
  expect((await ryeChain(cwd, 'lock', 'delete', 'demo/greet', ...project)).code).toBe(0)
  const none = await ryeChain(cwd, 'lock', 'make', 'demo/greet', ...project)
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('Pass one action')])
})

test('lock show reports a missing item', async () => {
  const { code, out, err } = await ryeChain(exampleFolder('hello-chain'), 'lock', 'show', 'demo/gret', ...project)
  expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^The item "demo\/gret" was not found in /)])
})

test('lock reports a dialect without lockfiles', async () => {
  const { code, err } = await ryeChain(exampleFolder('hello-chain'), 'lock', 'show', ...project, '--dialect', 'kiwi')
  expect([code, err]).toEqual([1, expect.stringContaining('kiwi does not support lockfiles')])
})

test('lock create explains how to pass required parameters', async () => {
  const schema = 'CONFIG_SCHEMA = {"required": ["x", "y"], "properties": {"x": {}, "y": {}}}\n'
  const tool = `__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n${schema}`
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/demo/strict.py': tool })
  const item = [...project, '--item', 'demo/strict'] as const
  const bare = await ryeChain(cwd, 'lock', 'create', ...item, '--params', '{"x": 1}')
  expect([bare.code, bare.err]).toEqual([1, expect.stringContaining(`--params '{"x":1,"y":"..."}'`)])
  expect((await ryeChain(cwd, 'lock', 'create', ...item, '--params', '{"x":1,"y":"..."}')).code).toBe(0)
})

test('R1.9: a file from a later release is never signed, alone or with all others', async () => {
  const cwd = exampleFolder('hello-chain')
  await ryeChain(cwd, 'keys', 'new')
  const later = {
    'project/.ai/tools/demo/header.py': '# ryeos-tool:\n#   executor: tool:rye/python\n',
    'project/.ai/tools/demo/alias.yaml': 'executor_id: "@subprocess"\n',
    'project/.ai/config/later.yaml': '# ryeos:signed:2026-06-01T00:00:00Z:ab:cd:ef\na: 1\n',
  }
  for (const [path, text] of Object.entries(later)) {
    mkdirSync(join(cwd, path, '..'), { recursive: true })
    writeFileSync(join(cwd, path), text)
    const named = await ryeChain(cwd, 'sign', path, ...project)
    expect(named.code).toBe(1)
    expect(named.err).toContain('written for Rye 0.5 or later')
  }
  const all = await ryeChain(cwd, 'sign', '--all', ...project, '--json')
  expect(all.code).toBe(1)
  expect(all.err.match(/written for Rye 0\.5 or later/g)).toHaveLength(3)
  for (const [path, text] of Object.entries(later)) expect(readFileSync(join(cwd, path), 'utf8')).toBe(text)
  expect(readFileSync(join(cwd, 'project/.ai/tools/demo/greet.py'), 'utf8')).toContain('rye:signed:')
})
