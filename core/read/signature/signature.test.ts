import { expect, test } from 'vitest'
import { pureHost } from '../../pure-host.ts'
import { withEffort } from '../../testing/effort.ts'
import { contentHash } from './sealed.ts'
import { contentForHash, insertSignature, readSignature, signatureLine, withoutSignature } from './signature.ts'
import { signatureFormat, signedKindOf, takesSignature, type SignedKind } from '../../rules/signing.ts'

const fields = `2026-02-18T12:00:00Z:${'0'.repeat(64)}:${'A'.repeat(86)}:0123456789abcdef`
const hash = `# rye:signed:${fields}`
const slash = `// rye:signed:${fields}`
const py = '/p/t.py'
const js = '/p/t.js'
const config = '/p/c.yaml'

test.for<[string, SignedKind, string | undefined]>([
  ['/p/t.py', 'tool', '#'],
  ['/p/T.PY', 'tool', '#'],
  ['/p/t.json', 'tool', '#'],
  ['/p/t.mjs', 'tool', '//'],
  ['/p/t.cjs', 'tool', '//'],
  ['/p/t.md', 'tool', undefined],
  ['/p/t', 'tool', undefined],
  ['/p/.py', 'tool', undefined],
  ['/p/c.toml', 'config', '#'],
  ['/p/c.py', 'config', undefined],
  ['/p/anything', 'key', '#'],
])('R10.1: %s as %s has the expected comment prefix', ([path, kind, prefix]) => {
  expect(signatureFormat(path, kind)?.prefix).toBe(prefix)
})

test.for<[string, SignedKind | undefined, boolean]>([
  ['/project/.ai/tools/a/t.py', 'tool', true],
  ['/project/.ai/tools/package.json', 'tool', false],
  ['/user/.ai/tools/T.JSON', 'tool', false],
  ['/user/.ai/tools/a.md', 'tool', false],
  ['/system/b/.ai/config/web/c.yaml', 'config', true],
  ['/project/.ai/config/c.json', 'config', false],
  ['/project/.ai/config/.ai/tools/c.yaml', 'config', true],
  ['/project/.ai/config/keys/trusted/a.toml', 'key', true],
  ['/project/.ai/config/keys/signing/private_key.pem', undefined, false],
  ['/project/.ai/lockfiles/a.lock.json', undefined, false],
  ['/project/a.py', undefined, false],
])('R10.1: %s has the signed kind %s and accepts a signature line: %s', ([path, kind, takes]) => {
  expect(signedKindOf(path)).toBe(kind)
  expect(kind !== undefined && takesSignature(path, kind)).toBe(takes)
})

test.for<{ name: string; path: string; kind?: SignedKind; text: string; state: string; at: [number, number] }>([
  { name: 'first line', path: py, text: `${hash}\nx`, state: 'signed', at: [0, hash.length] },
  { name: 'after a shebang', path: py, text: `#!/x\n${hash}\n`, state: 'signed', at: [5, 5 + hash.length] },
  { name: 'I4: JS after a shebang', path: js, text: `#!/x\n${slash}\n`, state: 'signed', at: [5, 5 + slash.length] },
  { name: 'I4: JS before a shebang', path: js, text: `${slash}\n#!/x\n`, state: 'signed', at: [0, slash.length] },
  { name: 'no newline at the end', path: py, text: hash, state: 'signed', at: [0, hash.length] },
  { name: 'trailing blanks', path: py, text: `${hash}   \nx`, state: 'signed', at: [0, hash.length + 3] },
  { name: 'provider', path: py, text: `${hash}|a_b-1@c\n`, state: 'signed', at: [0, hash.length + 8] },
  { name: 'none', path: py, text: 'x = 1\n', state: 'none', at: [0, 0] },
  { name: 'none after a shebang', path: py, text: '#!/x\nx = 1\n', state: 'none', at: [5, 5] },
  { name: 'empty text', path: js, text: '', state: 'none', at: [0, 0] },
  { name: 'second line without a shebang', path: py, text: `\n${hash}\n`, state: 'none', at: [0, 0] },
  {
    name: 'in a config, after a shebang',
    path: config,
    kind: 'config',
    text: `#!/x\n${hash}\n`,
    state: 'none',
    at: [0, 0],
  },
  { name: 'upper case is another word', path: py, text: `# RYE:SIGNED:x\n`, state: 'none', at: [0, 0] },
  { name: 'G3: no text after the word', path: py, text: '# rye:signed:\n', state: 'malformed', at: [0, 13] },
  { name: 'G3: two blanks', path: py, text: `#  rye:signed:${fields}`, state: 'malformed', at: [0, hash.length + 1] },
  { name: 'G3: no prefix', path: py, text: `rye:signed:${fields}`, state: 'malformed', at: [0, hash.length - 2] },
  { name: 'G3: prefix of another language', path: js, text: hash, state: 'malformed', at: [0, hash.length] },
  {
    name: 'G3: a byte order mark before the signature',
    path: py,
    text: `\ufeff${hash}`,
    state: 'malformed',
    at: [0, hash.length + 1],
  },
  { name: 'I2: trailing tab', path: py, text: `${hash}\t\n`, state: 'malformed', at: [0, hash.length + 1] },
  { name: 'I2: no-break space', path: py, text: `${hash}\u00a0\n`, state: 'malformed', at: [0, hash.length + 1] },
  { name: 'I2: carriage return', path: py, text: `${hash}\r\n`, state: 'malformed', at: [0, hash.length + 1] },
  { name: 'I2: line separator', path: py, text: `${hash}\u2028x\n`, state: 'malformed', at: [0, hash.length + 2] },
  { name: 'I2: NUL', path: py, text: `${hash}\0\n`, state: 'malformed', at: [0, hash.length + 1] },
  { name: 'I2: one hex digit more', path: py, text: `${hash}0\n`, state: 'malformed', at: [0, hash.length + 1] },
  { name: 'I2: provider without name', path: py, text: `${hash}|@x\n`, state: 'malformed', at: [0, hash.length + 3] },
  { name: 'I2: provider without at', path: py, text: `${hash}|x\n`, state: 'malformed', at: [0, hash.length + 2] },
  { name: 'I2: Arabic digits', path: py, text: hash.replace('2026', '٢٠٢٦'), state: 'malformed', at: [0, hash.length] },
])('R10.2: the state of a signature line is $state: $name', ({ path, kind = 'tool', text, state, at }) => {
  expect(readSignature(text, path, kind)).toMatchObject({ state, at: { path, start: at[0], end: at[1] } })
})

test('R10.2: a signature is read with its fields and the account of its registry', () => {
  const read = readSignature(`${hash}|rye-registry@leo\n`, py, 'tool')
  expect(read?.state === 'signed' && read.signature).toEqual({
    timestamp: '2026-02-18T12:00:00Z',
    hash: '0'.repeat(64),
    ed25519_sig: 'A'.repeat(86),
    pubkey_fp: '0123456789abcdef',
    registry_provider: 'rye-registry',
    registry_username: 'leo',
  })
})

test.for<[string, string, string, string]>([
  ['signature', `${hash}\nx\n`, 'x\n', 'x\n'],
  ['shebang', '#!/x\ny\n', '#!/x\ny\n', 'y\n'],
  ['both', `#!/x\n${hash}\ny\n`, '#!/x\ny\n', 'y\n'],
  ['signature before the shebang', `${hash}\n#!/x\ny\n`, '#!/x\ny\n', 'y\n'],
  ['only the first of two signatures', `${hash}\n${hash}\ny\n`, `${hash}\ny\n`, `${hash}\ny\n`],
  ['the older spelling', '# kiwi-mcp:validated:x\ny\n', 'y\n', 'y\n'],
  ['a malformed signature line', '# rye:signed:x\ny\n', 'y\n', 'y\n'],
  ['no signature without a newline', hash, hash, hash],
  ['no shebang without a newline', '#!/bin/sh', '#!/bin/sh', '#!/bin/sh'],
  ['no shebang without a slash', '#!python\nx\n', '#!python\nx\n', '#!python\nx\n'],
])('R10.2: the hashed text omits the signature and the shebang: %s', ([, text, bare, content]) => {
  expect(withoutSignature(text, py, 'tool')).toBe(bare)
  expect(contentForHash(text, py, 'tool')).toBe(content)
})

test('R10.2: the content hash is SHA-256 of the text, and a file that takes no signature has none', () => {
  expect(contentHash(pureHost, 'x = 1', py, 'tool')).toBe(
    '8ff436def1451285599a1b1ad70800493b8dcafde2912e1a38345633054e4c26',
  )
  expect(contentHash(pureHost, '', js, 'tool')).toMatch(/^e3b0c44298fc1c14/)
  expect(contentHash(pureHost, 'x', '/p/t.md', 'tool')).toBeUndefined()
})

test.for<[string, SignedKind, string, string]>([
  [py, 'tool', 'x\n', 'SIGx\n'],
  [py, 'tool', '#!/x\ny\n', '#!/x\nSIGy\n'],
  [py, 'tool', '#!/x', '#!/x\nSIG'],
  [js, 'tool', `${slash}\n#!/x\ny\n`, '#!/x\nSIGy\n'],
  [config, 'config', '#!/x\ny\n', 'SIG#!/x\ny\n'],
])('R10.1, I4: the signature of %s as %s is inserted at the right place in %j', ([path, kind, text, signed]) => {
  expect(insertSignature(text, 'SIG', signatureFormat(path, kind)!)).toBe(signed)
})

test('a signature line survives a round-trip', () => {
  for (const line of [`${hash}\n`, `${hash}|p@u\n`]) {
    const read = readSignature(line, py, 'tool')
    expect(read?.state === 'signed' && signatureLine(read.signature, signatureFormat(py, 'tool')!)).toBe(line)
  }
})

test('huge lines are parsed in linear time', () => {
  const huge = 'A'.repeat(3_000_000)
  const { effort } = withEffort(() => {
    expect(readSignature(`# rye:signed:${huge}`, py, 'tool')?.state).toBe('malformed')
    expect(readSignature(`${hash.replace('A'.repeat(86), huge)}x`, py, 'tool')?.state).toBe('malformed')
    expect(contentForHash(`# rye:signed:${huge}`, py, 'tool')).toHaveLength(huge.length + 13)
  })
  expect(effort).toBeLessThan(2_000)
})
