import { expect, test } from 'vitest'
import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Host } from '../../input/host.ts'
import { pureHost } from '../../pure-host.ts'
import { alice, bob, open, sign, trust } from './fixtures.ts'
import { verifyFile } from './verify.ts'

const tool = '/project/.ai/tools/t.py'
const body = '__version__ = "1.0.0"\n'
const signed = sign(body, tool, alice)
const line = signed.indexOf('\n')
const elsewhere = sign('other\n', tool, alice)

test.for<{ name: string; text: string; state: string; code: Diagnostic['code'] | null; at?: [number, number] }>([
  { name: 'a valid signature', text: signed, state: 'verified', code: null },
  { name: 'other line endings', text: signed.replaceAll('\n', '\r\n'), state: 'verified', code: null },
  { name: 'another timestamp', text: signed.replace('2026', '2031'), state: 'verified', code: null },
  { name: 'a signature after a shebang', text: `#!/x\n${signed}`, state: 'verified', code: null },
  { name: 'a file without a signature', text: body, state: 'unsigned', code: 'signature-missing', at: [0, 0] },
  {
    name: 'a file without a signature after a shebang',
    text: `#!/x\n${body}`,
    state: 'unsigned',
    code: 'signature-missing',
    at: [5, 5],
  },
  { name: 'an empty file', text: '', state: 'unsigned', code: 'signature-missing', at: [0, 0] },
  {
    name: 'a malformed signature',
    text: '# rye:signed:x\n',
    state: 'malformed',
    code: 'signature-malformed',
    at: [0, 14],
  },
  {
    name: 'a change after signing',
    text: `${signed}#\n`,
    state: 'modified',
    code: 'signature-modified',
    at: [0, line],
  },
  {
    name: 'a change after signing with an untrusted key',
    text: `${sign(body, tool, bob)}#\n`,
    state: 'modified',
    code: 'signature-modified',
  },
  {
    name: 'an untrusted key',
    text: sign(body, tool, bob),
    state: 'untrusted-key',
    code: 'signature-untrusted',
    at: [0, line],
  },
  {
    name: 'the signature of different content',
    text: signed.replace(/[\w-]{86}/, /[\w-]{86}/.exec(elsewhere)?.[0] ?? ''),
    state: 'bad-signature',
    code: 'signature-bad',
    at: [0, line],
  },
])('R10.4: the state of a file is $state: $name', ({ text, state, code, at }) => {
  const { workspace } = open({ [tool]: text, ...trust('/user', alice) })
  const result = verifyFile(workspace, tool, 'tool', 'element')
  expect(result.state).toBe(state)
  expect(result.diagnostic?.code ?? null).toBe(code)
  if (at) expect(result.diagnostic?.at).toEqual({ path: tool, start: at[0], end: at[1] })
})

test.for([0, 31, 32, 63])('R10.2: a hash that differs only in digit %i is reported as modified', (digit) => {
  const hash = /[0-9a-f]{64}/.exec(signed)?.[0] ?? ''
  const other = hash[digit] === '0' ? '1' : '0'
  const text = signed.replace(hash, hash.slice(0, digit) + other + hash.slice(digit + 1))
  const { workspace } = open({ [tool]: text, ...trust('/user', alice) })
  expect(verifyFile(workspace, tool, 'tool', 'element').state).toBe('modified')
})

test('R10.4: the error about an untrusted key includes the facts for its fix', () => {
  const { workspace } = open({ [tool]: sign(body, tool, bob) })
  expect(verifyFile(workspace, tool, 'tool', 'dependency')).toMatchObject({
    key_fp: bob.fingerprint,
    signature: { pubkey_fp: bob.fingerprint },
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

test('R12.1: a second verification does no work, and a change of file or trust is detected immediately', () => {
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

test('R12.1: a recording includes the key files and folders that the answer depends on', () => {
  const { workspace } = open({ [tool]: signed, ...trust('/user', alice) })
  verifyFile(workspace, tool, 'tool', 'element')
  const { reads } = workspace.recording(() => verifyFile(workspace, tool, 'tool', 'element'))
  expect(reads.paths.map(({ path }) => path).sort()).toEqual([
    '/project/.ai',
    tool,
    '/user/.ai/config/keys/trusted',
    `/user/.ai/config/keys/trusted/${alice.fingerprint}.toml`,
  ])
})
