import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pureHost } from '../pure-host.ts'
import { isNamedSecret, isSecretAssignment, secretShapes } from './secret-shapes.ts'
import { findSecrets, fingerprint, withoutSecrets } from './secrets.ts'
import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import { withEffort } from '../testing/effort.ts'
import { bundleFiles, exampleSnapshots } from '../testing/examples.ts'
import { anySnapshot, smallSnapshot } from '../testing/snapshots.ts'
import { propertyRuns } from '../testing/property.ts'

/** Assembled from parts, so that no secret scanner reports this file. */
const made = (...parts: readonly string[]): string => parts.join('')
const letters = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1eF3hJ5'

const found = (files: Readonly<Record<string, string>>): readonly string[] =>
  findSecrets({ ...smallSnapshot, files }).map(({ path, name, line }) => `${path}:${line} ${name}`)

test('every value of .env is a secret, regardless of its form', () => {
  const text = '# comment\nA=1\n\n  B_C = two words \nexport D=x\nE=\nnonsense\r\nF="q"'
  const rows = ['2 A', '4 B_C', '5 D', '8 F'].map((row) => `/project/.env:${row}`)
  expect(found({ '/project/.env': text })).toEqual(rows)
  expect(found({ '/project/sub/.env.local': 'A=1' })).toEqual(['/project/sub/.env.local:1 A'])
  expect(found({ '/project/.env.example': 'A=1', '/project/env': 'A=1' })).toEqual([])
})

test('a saved walk is searched for secrets in tool output and for environment values', () => {
  const walk = '/project/.ai/walks/deploy-pins.yaml'
  const said = JSON.stringify({ stdout: JSON.stringify({ password: 'Tr0ub4dor&3', note: 'a\nb' }) })
  const pins = `graph: a\npins:\n  - at: "login@1.1"\n    raw: ${said}\n  - at: "use@1.1"\n    raw: {"x": "s3cond-one"}\n`
  expect(found({ [walk]: pins })).toEqual([`${walk}:4 password`])
  const dotenv = '/project/.env'
  const own = { [dotenv]: 'DB="s3cond-one"\nPORT=8080\nON=true' }
  const rows = [1, 2, 3].map((line) => `${dotenv}:${line} ${['DB', 'PORT', 'ON'][line - 1]}`)
  expect(found({ ...own, [walk]: pins })).toEqual([`${walk}:4 password`, `${walk}:6 DB`, ...rows].sort())
  // In other files, a value of `.env` is reported only in saved walks, and only if it is long enough.
  expect(found({ ...own, '/project/a.txt': 's3cond-one', [walk]: 'raw: {"port": 8080, "on": true}' })).toEqual(rows)
  const world = { environ: { API_TOKEN: 'aB3dE5gH7jK9mN1pQ3', HOME: '/home/person' }, programs: [] }
  const files = { [walk]: 'raw: {"a": "aB3dE5gH7jK9mN1pQ3", "b": "/home/person"}' }
  const [first] = findSecrets({ ...smallSnapshot, world, files })
  expect(first).toMatchObject({ path: walk, name: 'API_TOKEN', line: 1 })
})

test.for([
  ['AWS access key', made('AKIA', 'ABCDEFGHIJ234567')],
  ['GitHub token', made('ghp', '_', letters)],
  ['GitHub token', made('github', '_pat_', letters)],
  ['GitLab token', made('glpat', '-', letters.slice(0, 20))],
  ['Slack token', made('xoxb', '-123456789012-', letters)],
  ['API key', made('sk', '-', letters)],
  ['API key', made('sk', '-proj-', letters)],
  ['Stripe key', made('sk', '_live_', letters)],
  ['Google API key', made('AIza', letters.slice(0, 35))],
  ['npm token', made('npm', '_', letters)],
  ['PyPI token', made('pypi', '-', letters, letters)],
  ['Hugging Face token', made('hf', '_', letters)],
  ['SendGrid key', made('SG', '.', letters.slice(0, 22), '.', letters)],
  ['DigitalOcean token', made('dop', '_v1_', '0123456789abcdef'.repeat(4))],
  ['JSON web token', made('eyJ', letters, '.eyJ', letters, '.', letters)],
  ['bearer token', letters],
  ['password in an address', 'hunter2'],
] as const)('a secret of the kind %s is found: %s', ([name, value]) => {
  const around =
    name === 'bearer token' ? 'Authorization: Bearer ' : name.startsWith('password') ? 'db: postgres://me:' : 'x = "'
  const text = `first line\n${around}${value}${name.startsWith('password') ? '@host/db' : '"'}\n`
  const start = text.indexOf(value)
  expect(secretShapes(text)).toContainEqual({ name, start, end: start + value.length })
  expect(found({ '/user/a.txt': text })).toEqual([`/user/a.txt:2 ${name}`])
})

test.for(['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '])('the block of one %sprivate key is one secret', (kind) => {
  const block = made('-----BEGIN ', kind, 'PRIVATE KEY-----\n', letters, '\n-----END ', kind, 'PRIVATE KEY-----')
  expect(found({ '/user/key.pem': `a\n${block}\nb\n` })).toEqual(['/user/key.pem:2 private key'])
  expect(found({ '/user/key.pem': block.slice(0, 50) })).toEqual(['/user/key.pem:1 private key'])
})

test.for([
  ['API_KEY', 'f81bd4fae7dec11d0a76500a0c91e6bf', true],
  ['apiKey', 'f81bd4fae7dec11d0a76500a0c91e6bf', true],
  ['service.token', 'Zm9vYmFyMTIzNDU2Nzg5', true],
  ['CLIENT_SECRET', 'p4ssw0rd-long', true],
  ['db_password', 'Tr0ub4dor', true],
  ['PASSWORD', 'abcdefgh', false],
  ['API_KEY', 'too-short-1', false],
  ['API_KEY', '${OTHER_API_KEY_12345}', false],
  ['API_KEY', '{parameter_number_12}', false],
  ['API_KEY', '<your-key-goes-here-1>', false],
  ['API_KEY', 'your-api-key-goes-here-1', false],
  ['API_KEY', 'xxxxxxxxxxxxxxxxxxx1', false],
  ['API_KEY', '1111111111111111111a', false],
  ['PUBLIC_KEY', 'f81bd4fae7dec11d0a76500a0c91e6bf', false],
  ['key_fingerprint', 'f81bd4fae7dec11d0a76500a0c91e6bf', false],
  ['keyboard', 'f81bd4fae7dec11d0a76500a0c91e6bf', false],
  ['integrity', 'f81bd4fae7dec11d0a76500a0c91e6bf', false],
] as const)('the assignment %s = %s is a secret: %s', ([name, value, secret]) => {
  expect(isSecretAssignment(name, value)).toBe(secret)
})

test.for([
  ['Python', 'API_KEY = "f81bd4fae7dec11d0a76500a0c91e6bf"'],
  ['YAML', '  API_KEY: f81bd4fae7dec11d0a76500a0c91e6bf'],
  ['JSON', '{"API_KEY": "f81bd4fae7dec11d0a76500a0c91e6bf"}'],
  ['shell', "export API_KEY='f81bd4fae7dec11d0a76500a0c91e6bf'"],
] as const)('a secret assigned in %s is found', ([, text]) => {
  expect(found({ '/project/a': text })).toEqual(['/project/a:1 API_KEY'])
})

test.for([
  ['/project/a.py', 'private_key = Ed25519PrivateKey.generate()', []],
  ['/project/a.py', 'private_key = keys.Ed25519.primary_pem2', []],
  ['/project/a.py', 'token: OAuth2TokenResponse = response2.token_Value', []],
  ['/project/a.ts', 'const signingKey = await1.loadKeyFrom2(path)', []],
  ['/project/a.yaml', 'secret: vault2.read_it(path)', []],
  ['/project/a.py', "password = 'Tr0ub4dor-and-3'", ['password']],
  ['/project/a.py', 'KEY = f81bd4fae7dec11d/0a76500a0c91e6bf', ['KEY']],
  ['/project/a.yaml', 'password: Tr0ub4dor', ['password']],
  ['/project/a.sh', 'DB_PASSWORD=Tr0ub4dor', ['DB_PASSWORD']],
] as const)('a literal is a secret, an expression is not: %s %s', ([path, text, names]) => {
  expect(findSecrets({ ...smallSnapshot, files: { [path]: text } }).map(({ name }) => name)).toEqual(names)
})

test('parameters, variables and program answers are also searched for secrets', () => {
  const key = 'f81bd4fae7dec11d0a76500a0c91e6bf'
  const secrets = findSecrets({
    ...smallSnapshot,
    parameters: `{\n"token": "${key}"}`,
    world: { environ: { MY_TOKEN: key }, programs: [{ argv: [], return_code: 0, stdout: `SECRET=${key}` }] },
  })
  const mark = fingerprint(pureHost, key)
  expect(secrets).toEqual([
    { path: 'parameters', name: 'token', line: 2, fingerprint: mark },
    { path: 'world', name: 'MY_TOKEN', line: 1, fingerprint: mark },
    { path: 'world', name: 'SECRET', line: 1, fingerprint: mark },
  ])
})

test('bytes are searched for secrets', () => {
  const bytes = Buffer.from([0xff, 0xfe, ...Buffer.from(made('\nkey: ghp', '_', letters))])
  const secrets = findSecrets({ ...smallSnapshot, files: { '/project/a': { base64: bytes.toString('base64') } } })
  expect(secrets).toMatchObject([{ path: '/project/a', name: 'GitHub token', line: 2 }])
})

test('a fingerprint has eight hexadecimal digits and differs for another value', () => {
  expect(fingerprint(pureHost, letters)).toMatch(/^secret:[0-9a-f]{8}$/)
  expect(fingerprint(pureHost, letters)).toBe(fingerprint(pureHost, letters))
  expect(fingerprint(pureHost, letters)).not.toBe(fingerprint(pureHost, `${letters}x`))
})

test.for(Object.entries(exampleSnapshots()))('the example %s causes no false positive', ([, snapshot]) => {
  // Every value of `.env` is reported, so an example with a `.env` causes a warning when it is shared.
  expect(findSecrets(snapshot).filter(({ path }) => path !== '/project/.env')).toEqual([])
})

test.for(Object.entries(bundleOfDialect))(
  'findSecrets reports no false positives in the bundle of %s',
  ([, bundle]) => {
    const files = Object.entries(bundleFiles(bundle)).map(([path, text]) => [`/project/${path}`, text])
    expect(files.length).toBeGreaterThan(5)
    expect(findSecrets({ ...smallSnapshot, files: Object.fromEntries(files) })).toEqual([])
  },
)

test('the search never throws, for any draft', () => {
  fc.assert(
    fc.property(anySnapshot, (snapshot) => Array.isArray(findSecrets(snapshot))),
    { numRuns: propertyRuns(200) },
  )
})

test.for([
  ['one long word', 'a'],
  ['names with equals signs', 'KEY='],
  ['quotes', 'key="'],
  ['spaces and tabs', 'key \t'],
  ['the start of a web token', 'eyJaaaaaaaaaaaaa.'],
  ['addresses', 'http://a:'],
  ['beginnings of private keys', made('-----BEGIN ', 'PRIVATE KEY-----')],
  ['the word bearer', 'bearer '],
  ['backslashes in a saved walk', '\\'],
] as const)('five megabytes of %s are searched in linear time', { timeout: 30_000 }, ([, piece]) => {
  const text = piece.repeat(Math.floor(5_000_000 / piece.length))
  const path = piece === '\\' ? '/project/.ai/walks/a.yaml' : '/project/a'
  const { effort } = withEffort(() => findSecrets({ ...smallSnapshot, files: { [path]: text } }))
  expect(effort).toBeLessThan(10_000)
})

test('a draft without its secrets has placeholders for them and for their copies, and lists no secret', () => {
  const secret = made('s3cond', '-one-', letters)
  const files = {
    '/project/.env': `# comment\nDB_PASSWORD="${secret}"\nexport PORT=80\n`,
    '/project/notes.txt': `The port is 80, the password is ${secret}.`,
    '/project/a.py': `token = "${letters}"\n`,
    '/project/key.bin': { base64: btoa(`password="${letters}"`) },
    '/project/image.bin': { base64: btoa('pixels') },
  }
  const world = { environ: { API_TOKEN: 'short', HOME: '/home/short' }, programs: [] }
  const parameters = JSON.stringify({ name: 'Ada', token: letters })
  const shown = withoutSecrets({ ...smallSnapshot, files, world, parameters })
  expect(shown.files).toEqual({
    '/project/.env': '# comment\nDB_PASSWORD=<DB_PASSWORD>\nexport PORT=<PORT>\n',
    '/project/notes.txt': 'The port is 80, the password is <DB_PASSWORD>.',
    '/project/a.py': 'token = "<token>"\n',
    '/project/image.bin': files['/project/image.bin'],
  })
  expect(shown.world?.environ).toEqual({ API_TOKEN: '<API_TOKEN>', HOME: '/home/short' })
  expect(JSON.parse(shown.parameters)).toEqual({ name: 'Ada', token: '<token>' })
  expect(findSecrets(shown)).toEqual([])
  expect(withoutSecrets(shown)).toEqual(shown)
})

test.for([
  ['API_TOKEN', 'abc', true],
  ['dbPassword', 'x', true],
  ['api_key', 'abc', true],
  ['sort_key', 'name', false],
  ['TOKEN_LIMIT', 'high', false],
  ['public_key', 'abc', false],
  ['MAX_TOKEN', '4096', false],
  ['TOKEN', '4096', false],
  ['TOKEN', '<TOKEN>', false],
  ['TOKEN', '${OTHER}', false],
] as const)('the name %s with the value %s indicates a secret: %s', ([name, value, expected]) => {
  expect(isNamedSecret(name, value)).toBe(expected)
})
