import { expect, test } from 'vitest'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { pureHost, type Host } from '../host.ts'
import { MemoryTree } from '../memory-tree.ts'
import type { WorkspaceSettings } from '../workspace-settings.ts'
import { Workspace } from '../workspace.ts'
import { fileContentHash } from './hash.ts'
import { makeKeyPair, type KeyPair } from './pem.ts'
import { readSigningKeys, signFile, signText, signingKeyPaths, trustKeyFile } from './sign.ts'
import type { SignedKind } from './signature.ts'
import { findTrustedKey, mostSigners } from './trust.ts'
import { verifyFile } from './verify.ts'

const settings: WorkspaceSettings = {
  dialect: 'lillux',
  search: 'scoped',
  project: '/project',
  user: '/user',
  systems: [
    { bundle_id: 'core', version: '1.0.0', root: '/system' },
    { bundle_id: 'more', version: '1.0.0', root: '/more' },
  ],
  dev_mode: false,
  world: { environ: {}, programs: [], files: [], path_separator: ':' },
}

const now = '2026-02-18T12:00:00Z'
const utf8 = (text: string) => new TextEncoder().encode(text)

function open(files: Readonly<Record<string, string | Uint8Array>>, host: Host = pureHost) {
  const tree = new MemoryTree()
  const write = (path: string, text: string | Uint8Array) =>
    tree.write(path, typeof text === 'string' ? utf8(text) : text)
  for (const [path, text] of Object.entries(files)) write(path, text)
  return { workspace: new Workspace(settings, tree, host), tree, write }
}

function keyPair(index: number): KeyPair {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, index + 1)
  const keys = makeKeyPair(pureHost, seed)
  if ('problem' in keys) throw new Error(keys.problem)
  return keys
}

const [alice, bob, carol] = [keyPair(0), keyPair(1), keyPair(2)] as [KeyPair, KeyPair, KeyPair]

/** The trusted-key file of one key, signed by another. */
function trust(root: string, key: KeyPair, by?: KeyPair, owner = 'o'): Record<string, string> {
  const signed = by && { keys: by, timestamp: now }
  const file = trustKeyFile(pureHost, root, { public_key_pem: key.public_key_pem, owner }, signed)
  if ('problem' in file) throw new Error(file.problem)
  return { [file.path]: file.text }
}

function sign(text: string, path: string, keys: KeyPair, kind: SignedKind = 'tool'): string {
  const signed = signText(pureHost, text, path, kind, keys, now)
  if ('problem' in signed) throw new Error(signed.problem)
  return signed.text
}

const tool = '/project/.ai/tools/t.py'
const body = '__version__ = "1.0.0"\n'
const signed = sign(body, tool, alice)
const line = signed.indexOf('\n')
const elsewhere = sign('other\n', tool, alice)

test.for<{ name: string; text: string; state: string; code: Diagnostic['code'] | null; at?: [number, number] }>([
  { name: 'verified', text: signed, state: 'verified', code: null },
  { name: 'line ends do not matter', text: signed.replaceAll('\n', '\r\n'), state: 'verified', code: null },
  { name: 'nor does the timestamp', text: signed.replace('2026', '2031'), state: 'verified', code: null },
  { name: 'after a shebang', text: `#!/x\n${signed}`, state: 'verified', code: null },
  { name: 'unsigned', text: body, state: 'unsigned', code: 'signature-missing', at: [0, 0] },
  { name: 'unsigned after a shebang', text: `#!/x\n${body}`, state: 'unsigned', code: 'signature-missing', at: [5, 5] },
  { name: 'empty', text: '', state: 'unsigned', code: 'signature-missing', at: [0, 0] },
  { name: 'malformed', text: '# rye:signed:x\n', state: 'malformed', code: 'signature-malformed', at: [0, 14] },
  { name: 'modified', text: `${signed}#\n`, state: 'modified', code: 'signature-modified', at: [0, line] },
  {
    name: 'modified before untrusted',
    text: `${sign(body, tool, bob)}#\n`,
    state: 'modified',
    code: 'signature-modified',
  },
  {
    name: 'untrusted',
    text: sign(body, tool, bob),
    state: 'untrusted-key',
    code: 'signature-untrusted',
    at: [0, line],
  },
  {
    name: 'the signature of another text',
    text: signed.replace(/[\w-]{86}/, /[\w-]{86}/.exec(elsewhere)?.[0] ?? ''),
    state: 'bad-signature',
    code: 'signature-bad',
    at: [0, line],
  },
])('R10.4: $name', ({ text, state, code, at }) => {
  const { workspace } = open({ [tool]: text, ...trust('/user', alice) })
  const result = verifyFile(workspace, tool, 'tool', 'element')
  expect(result.state).toBe(state)
  expect(result.diagnostic?.code ?? null).toBe(code)
  if (at) expect(result.diagnostic?.at).toEqual({ path: tool, start: at[0], end: at[1] })
})

test('R10.4: the five errors carry what their fix needs', () => {
  const { workspace } = open({ [tool]: sign(body, tool, bob) })
  expect(verifyFile(workspace, tool, 'tool', 'dependency')).toMatchObject({
    key_fp: bob.fingerprint,
    signature: { timestamp: now },
    diagnostic: {
      role: 'dependency',
      fingerprint: bob.fingerprint,
      searched: ['/project', '/user', '/system', '/more'].map(
        (root) => `${root}/.ai/config/keys/trusted/${bob.fingerprint}.toml`,
      ),
    },
  })
})

test.for<[string, string | Uint8Array, string]>([
  ['/project/a.md', 'x', 'no-format'],
  ['/project/a.py', new Uint8Array([0xff]), 'unreadable'],
  ['/project/b.py', new Uint8Array([0xed, 0xa0, 0x80]), 'unreadable'],
])('R10.4: %s cannot be verified', ([path, bytes, state]) => {
  const result = verifyFile(open({ [path]: bytes }).workspace, path, 'tool', 'element')
  expect(result).toMatchObject({ state, content_hash: null, key_fp: null })
  expect(result.diagnostic).not.toBeNull()
})

test('R10.4: a missing file and a directory are unreadable, not verified', () => {
  const { workspace } = open({ '/project/d.py/x': 'x' })
  for (const path of ['/project/no.py', '/project/d.py']) {
    expect(verifyFile(workspace, path, 'tool', 'element').state).toBe('unreadable')
  }
})

test('R10.3: the first trusted file wins, in the order project, user, bundles', () => {
  const roots = ['/project', '/user', '/system', '/more']
  const sources = ['project', 'user', 'system:core', 'system:more']
  for (const [first, source] of sources.entries()) {
    const files = roots.slice(first).map((root) => trust(root, alice, undefined, root))
    const { workspace } = open(Object.assign({}, ...files) as Record<string, string>)
    expect(findTrustedKey(workspace, alice.fingerprint).key).toMatchObject({ source, owner: roots[first] })
  }
})

const wrongName = {
  [`/user/.ai/config/keys/trusted/${bob.fingerprint}.toml`]: Object.values(trust('/user', alice))[0]!,
}
const tampered = Object.fromEntries(
  Object.entries(trust('/user', alice, alice)).map(([path, text]) => [path, text.replace('"o"', '"mallory"')]),
)

test.for<{ name: string; files: Record<string, string>; of?: KeyPair; source: string | undefined; rejected: number }>([
  { name: 'unsigned', files: trust('/user', alice), source: 'user', rejected: 0 },
  { name: 'signed by itself', files: trust('/user', alice, alice), source: 'user', rejected: 0 },
  {
    name: 'signed by a trusted key',
    files: { ...trust('/user', alice, bob), ...trust('/system', bob) },
    source: 'user',
    rejected: 0,
  },
  {
    name: 'a chain of three',
    files: { ...trust('/user', alice, bob), ...trust('/user', bob, carol), ...trust('/user', carol, carol) },
    source: 'user',
    rejected: 0,
  },
  { name: 'signed by an unknown key', files: trust('/user', alice, bob), source: undefined, rejected: 1 },
  {
    name: 'I6: two keys that vouch for each other',
    files: { ...trust('/user', alice, bob), ...trust('/user', bob, alice) },
    source: undefined,
    rejected: 1,
  },
  {
    name: 'I6: a circle that does not go through the key',
    files: { ...trust('/user', alice, bob), ...trust('/user', bob, carol), ...trust('/user', carol, bob) },
    source: undefined,
    rejected: 1,
  },
  {
    name: 'I6: mutual in the project, signed by itself in a bundle',
    files: { ...trust('/project', alice, bob), ...trust('/project', bob, alice), ...trust('/system', alice, alice) },
    source: 'system:core',
    rejected: 1,
  },
  {
    name: 'a signer with a second, sound file',
    files: { ...trust('/user', alice, bob), ...trust('/project', bob, carol), ...trust('/more', bob) },
    source: 'user',
    rejected: 0,
  },
  { name: 'changed after signing', files: tampered, source: undefined, rejected: 1 },
  { name: 'the file of another key', files: wrongName, of: bob, source: undefined, rejected: 1 },
])('R10.3: $name', ({ files, of = alice, source, rejected }) => {
  const search = findTrustedKey(open(files).workspace, of.fingerprint)
  expect(search.key?.source).toBe(source)
  expect(search.rejected.map((diagnostic) => diagnostic.code)).toEqual(Array(rejected).fill('key-rejected'))
})

test('G3: a key file with a malformed signature is turned down, not taken as unsigned', () => {
  const [[path, text] = ['', '']] = Object.entries(trust('/user', alice))
  const { workspace } = open({ [path]: `# rye:signed:x\n${text}` })
  const search = findTrustedKey(workspace, alice.fingerprint)
  expect(search.key).toBeUndefined()
  expect(search.rejected).toMatchObject([{ path, at: { start: 0, end: 14 } }])
})

test.for(['', '../../x', 'ABCDEF0123456789', '0123456789abcde', '0123456789abcdef/..', '0123456789abcdef\n'])(
  'R10.3: %j is no fingerprint and reaches no file',
  (fingerprint) => {
    const { value, paths } = ((workspace: Workspace) =>
      workspace.recording(() => findTrustedKey(workspace, fingerprint)))(open({}).workspace)
    expect(value).toEqual({ key: undefined, searched: [], rejected: [] })
    expect([...paths]).toEqual([])
  },
)

test('a key whose PEM is no key is a bad signature, not a crash', () => {
  const pem = '-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----\n'
  const fingerprint = pureHost.sha256(pem).slice(0, 16)
  const path = `/user/.ai/config/keys/trusted/${fingerprint}.toml`
  const { workspace } = open({
    [path]: `fingerprint = "${fingerprint}"\n[public_key]\npem = """\n${pem}"""\n`,
    [tool]: signed.replace(alice.fingerprint, fingerprint),
  })
  expect(verifyFile(workspace, tool, 'tool', 'element').state).toBe('bad-signature')
})

test('hostile trust: an endless ladder of signers in every place ends at the limit', () => {
  const keys = Array.from({ length: mostSigners + 3 }, (_, index) => keyPair(100 + index))
  const files: Record<string, string> = {}
  for (const root of ['/project', '/user', '/system', '/more']) {
    for (const [index, key] of keys.entries()) {
      const signer = keys[index + 1]
      if (signer) Object.assign(files, trust(root, key, signer))
    }
  }
  const first = keys[0]!
  const search = findTrustedKey(open(files).workspace, first.fingerprint)
  expect(search.key).toBeUndefined()
  expect(search.rejected).toHaveLength(4)
  expect(JSON.stringify(search.rejected)).toContain(`more than ${mostSigners} keys`)
})

test('10,000 trusted keys cost a lookup nothing', () => {
  const files: Record<string, string> = { ...trust('/user', alice), [tool]: signed }
  for (let index = 0; index < 10_000; index++) {
    files[`/user/.ai/config/keys/trusted/${index.toString(16).padStart(16, '0')}.toml`] = 'x'
  }
  const { workspace } = open(files)
  expect(verifyFile(workspace, tool, 'tool', 'element').state).toBe('verified')
  expect(workspace.figures.file.misses).toBe(2)
})

test('R12.1: asking again does no work, and a change of file or trust is seen at once', () => {
  let work = 0
  const counting: Host = {
    ...pureHost,
    sha256: (data) => (work++, pureHost.sha256(data)),
    verifyEd25519: (...asked) => (work++, pureHost.verifyEd25519(...asked)),
  }
  const { workspace, tree, write } = open({ [tool]: signed, ...trust('/user', alice) }, counting)
  const state = () => verifyFile(workspace, tool, 'tool', 'element').state
  expect(state()).toBe('verified')
  const first = work
  workspace.refresh()
  expect(state()).toBe('verified')
  expect(work).toBe(first)

  const [path = ''] = Object.keys(trust('/user', alice))
  tree.remove(path)
  workspace.refresh()
  expect(state()).toBe('untrusted-key')
  write(path, Object.values(trust('/user', alice, bob))[0]!)
  workspace.refresh()
  expect(state()).toBe('untrusted-key')
  for (const [signer, text] of Object.entries(trust('/project', bob))) write(signer, text)
  workspace.refresh()
  expect(state()).toBe('verified')
  write(tool, `${signed}#`)
  workspace.refresh()
  expect(state()).toBe('modified')
})

test('R12.1: a recording names the key files and folders that the answer rests on', () => {
  const { workspace } = open({ [tool]: signed, ...trust('/user', alice) })
  verifyFile(workspace, tool, 'tool', 'element')
  const { paths } = workspace.recording(() => verifyFile(workspace, tool, 'tool', 'element'))
  expect([...paths].sort()).toEqual([
    '/project/.ai/config/keys/trusted',
    tool,
    '/user/.ai/config/keys/trusted',
    `/user/.ai/config/keys/trusted/${alice.fingerprint}.toml`,
  ])
})

test.for<[string, SignedKind, string]>([
  ['/project/.ai/tools/a.py', 'tool', body],
  ['/project/.ai/tools/a.js', 'tool', '#!/usr/bin/env node\nx\n'],
  ['/project/.ai/tools/a.sh', 'tool', '#!/bin/sh\r\necho\r\n'],
  ['/project/.ai/tools/a.yaml', 'tool', ''],
  ['/project/.ai/tools/a.toml', 'tool', '\ufeffa = 1\n'],
  ['/project/.ai/tools/b.py', 'tool', `\0\u2028${'x'.repeat(100_000)}`],
  ['/project/.ai/config/c.yaml', 'config', '#!/x\na: 1\n'],
])('R10.5: %s as %s, signed and written, verifies; signing again changes nothing', ([path, kind, text]) => {
  const { workspace, write } = open({ [path]: text, ...trust('/user', alice, alice) })
  const before = fileContentHash(workspace, path, kind)
  const once = signFile(workspace, path, kind, alice, now)
  if ('problem' in once) throw new Error(once.problem)
  write(once.path, once.text)
  workspace.refresh()
  expect(verifyFile(workspace, path, kind, 'element')).toMatchObject({ state: 'verified', content_hash: before })
  expect(signFile(workspace, path, kind, alice, now)).toEqual(once)
})

test('R10.5: the key pair of the user space, or what is wrong with it', () => {
  const paths = signingKeyPaths('/user')
  const at = (private_key: string, public_key: string) =>
    readSigningKeys(open({ [paths.private_key]: private_key, [paths.public_key]: public_key }).workspace)
  expect(at(alice.private_key_pem, alice.public_key_pem)).toEqual(alice)
  expect(at(alice.private_key_pem, bob.public_key_pem)).toEqual({ problem: 'mismatch' })
  expect(at('', bob.public_key_pem)).toEqual({ problem: 'private-key' })
  expect(readSigningKeys(open({}).workspace)).toEqual({ problem: 'missing' })
})

test('R10.5: what cannot be signed says so', () => {
  const { workspace } = open({ '/project/a.md': 'x' })
  expect(signFile(workspace, '/project/a.md', 'tool', alice, now)).toEqual({ problem: 'no-format' })
  expect(signFile(workspace, '/project/b.py', 'tool', alice, now)).toEqual({ problem: 'unreadable' })
  expect(signText(pureHost, 'x', tool, 'tool', alice, 'today')).toEqual({ problem: 'timestamp' })
  expect(trustKeyFile(pureHost, '/user', { public_key_pem: 'x', owner: 'o' })).toEqual({ problem: 'public-key' })
})
