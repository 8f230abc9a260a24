import { expect, test } from 'vitest'
import { pureHost } from '../../pure-host.ts'
import { alice, bob, carol, keyPair, open, sign, trust } from './fixtures.ts'
import type { KeyPair } from './pem.ts'
import { findTrustedKey, mostSigners } from './trust.ts'
import { verifyFile } from './verify.ts'

const tool = '/project/.ai/tools/t.py'
const body = '__version__ = "1.0.0"\n'
const signed = sign(body, tool, alice)

test('R10.3: the first trusted file takes precedence, in the order project, user, bundles', () => {
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
  { name: 'an unsigned key file', files: trust('/user', alice), source: 'user', rejected: 0 },
  { name: 'a key file signed by its own key', files: trust('/user', alice, alice), source: 'user', rejected: 0 },
  {
    name: 'a key file signed by a trusted key',
    files: { ...trust('/user', alice, bob), ...trust('/system', bob) },
    source: 'user',
    rejected: 0,
  },
  {
    name: 'a chain of three signers',
    files: { ...trust('/user', alice, bob), ...trust('/user', bob, carol), ...trust('/user', carol, carol) },
    source: 'user',
    rejected: 0,
  },
  { name: 'a key file signed by an unknown key', files: trust('/user', alice, bob), source: undefined, rejected: 1 },
  {
    name: 'I6: two keys that sign each other',
    files: { ...trust('/user', alice, bob), ...trust('/user', bob, alice) },
    source: undefined,
    rejected: 1,
  },
  {
    name: 'I6: a cycle of signatures that does not contain the key',
    files: { ...trust('/user', alice, bob), ...trust('/user', bob, carol), ...trust('/user', carol, bob) },
    source: undefined,
    rejected: 1,
  },
  {
    name: 'I6: two keys sign each other in the project, and the key signs itself in a bundle',
    files: { ...trust('/project', alice, bob), ...trust('/project', bob, alice), ...trust('/system', alice, alice) },
    source: 'system:core',
    rejected: 1,
  },
  {
    name: 'a signer with a second, valid key file',
    files: { ...trust('/user', alice, bob), ...trust('/project', bob, carol), ...trust('/more', bob) },
    source: 'user',
    rejected: 0,
  },
  { name: 'a key file that was changed after signing', files: tampered, source: undefined, rejected: 1 },
  { name: 'the file of another key', files: wrongName, of: bob, source: undefined, rejected: 1 },
])(
  'R10.3: a key is trusted from the space $source, and $rejected files are rejected: $name',
  ({ files, of = alice, source, rejected }) => {
    const search = findTrustedKey(open(files).workspace, of.fingerprint)
    expect(search.key?.source).toBe(source)
    expect(search.rejected.map((diagnostic) => diagnostic.code)).toEqual(Array(rejected).fill('key-rejected'))
  },
)

/** The same key files with invalid signatures. */
const forged = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(/[\w-]{86}/, 'A'.repeat(86))]))

test.for<{ name: string; files: Record<string, string>; because: string }>([
  {
    name: 'an invalid signature that names a trusted key',
    files: { ...forged(trust('/user', alice, bob)), ...trust('/user', bob) },
    because: `its signature by ${bob.fingerprint} is not valid`,
  },
  {
    name: 'an invalid signature on the signer’s key file',
    files: { ...trust('/user', alice, bob), ...forged(trust('/user', bob, carol)), ...trust('/user', carol) },
    because: `its signer ${bob.fingerprint} is not trusted`,
  },
  {
    name: 'a signer whose self-signature is invalid',
    files: { ...trust('/user', alice, bob), ...forged(trust('/user', bob, bob)) },
    because: `its signer ${bob.fingerprint} is not trusted`,
  },
  {
    name: 'an invalid self-signature',
    files: forged(trust('/user', alice, alice)),
    because: 'its self-signature is not valid',
  },
  {
    name: 'I6: two keys that sign each other',
    files: { ...trust('/user', alice, bob), ...trust('/user', bob, alice) },
    because: `its signer ${bob.fingerprint} is trusted only through this key`,
  },
])('R10.3: a refused key file is reported with a reason: $name', ({ files, because }) => {
  const { key, rejected } = findTrustedKey(open(files).workspace, alice.fingerprint)
  expect(key).toBeUndefined()
  expect(rejected).toMatchObject([{ code: 'key-rejected', because }])
})

test('G3: a key file with a malformed signature is refused, not treated as unsigned', () => {
  const [[path, text] = ['', '']] = Object.entries(trust('/user', alice))
  const { workspace } = open({ [path]: `# rye:signed:x\n${text}` })
  const search = findTrustedKey(workspace, alice.fingerprint)
  expect(search.key).toBeUndefined()
  expect(search.rejected).toMatchObject([{ path, at: { start: 0, end: 14 } }])
})

test.for(['', '../../x', 'ABCDEF0123456789', '0123456789abcde', '0123456789abcdef/..', '0123456789abcdef\n'])(
  'R10.3: %j is not a fingerprint and reads no file',
  (fingerprint) => {
    const { workspace } = open({})
    const { value, reads } = workspace.recording(() => findTrustedKey(workspace, fingerprint))
    expect(value).toEqual({ key: undefined, searched: [], rejected: [] })
    expect(reads.paths).toEqual([])
  },
)

test('a signature by a key with an invalid PEM is a bad signature, not a crash', () => {
  const pem = '-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----\n'
  const fingerprint = pureHost.sha256(pem).slice(0, 16)
  const path = `/user/.ai/config/keys/trusted/${fingerprint}.toml`
  const { workspace } = open({
    [path]: `fingerprint = "${fingerprint}"\n[public_key]\npem = """\n${pem}"""\n`,
    [tool]: signed.replace(alice.fingerprint, fingerprint),
  })
  expect(verifyFile(workspace, tool, 'tool', 'element').state).toBe('bad-signature')
})

test('hostile trust: a chain of too many signers in every place ends at the limit', () => {
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

test('a verification with 10,000 trusted keys reads two files', () => {
  const files: Record<string, string> = { ...trust('/user', alice), [tool]: signed }
  for (let index = 0; index < 10_000; index++) {
    files[`/user/.ai/config/keys/trusted/${index.toString(16).padStart(16, '0')}.toml`] = 'x'
  }
  const { workspace } = open(files)
  expect(verifyFile(workspace, tool, 'tool', 'element').state).toBe('verified')
  expect(workspace.figures.file.misses).toBe(2)
})
