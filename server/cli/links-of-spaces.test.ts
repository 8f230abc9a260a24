import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reported, yes } from '../mcp/testing/agent.ts'
import { call, shell } from '../mcp/testing/tree.ts'
import { agentOf, openPlace, type TestPlace } from '../mcp/testing/workplace.ts'
import { exampleFolder, ryeChain } from '../testing/directories.ts'

vi.setConfig({ testTimeout: 60_000 })

// Symlinks in a repository: no file outside a space is shared, visible to a run or written.

let place: TestPlace
beforeAll(async () => void (place = await openPlace()), 60_000)
afterAll(() => place.close())

const secret = 'words of the owner alone'
const project = ['--dir', 'project'] as const

function folder(files: Readonly<Record<string, string>> = {}): string {
  return exampleFolder('hello-chain', {
    'project/.ai/tools/say.yaml': shell('echo "$1"'),
    'project/.ai/tools/look.yaml': shell('cat $(find /project /user /system -type f) </dev/null; : $1'),
    'home/keys/id.yaml': `# ${secret}\n`,
    'home/.ai/tools/own.yaml': shell(`echo ${secret}`),
    ...files,
  })
}

const link = (cwd: string, to: string, from: string): void => {
  rmSync(join(cwd, from), { recursive: true, force: true })
  mkdirSync(join(cwd, from, '..'), { recursive: true })
  symlinkSync(to, join(cwd, from))
}

/** Ways to make `.ai` a link or a special file, each with a part of the expected error. */
const led: readonly (readonly [name: string, named: RegExp, make: (cwd: string) => void])[] = [
  [
    'a user space in the project',
    /project\/u\/\.ai is a symlink that leads outside/,
    (cwd) => {
      link(cwd, join(cwd, 'home/keys'), 'project/u/.ai')
      writeFileSync(join(cwd, 'project/rye-chain.yaml'), 'user: u\n')
    },
  ],
  [
    'a chain of links',
    /project\/u\/\.ai is a symlink that leads outside/,
    (cwd) => {
      link(cwd, '../way', 'project/u/.ai')
      link(cwd, '../further', 'project/way')
      link(cwd, 'home/keys', 'further')
      writeFileSync(join(cwd, 'project/rye-chain.yaml'), 'user: ./u/../u\n')
    },
  ],
  [
    'the root of a process',
    /project\/u\/\.ai is a symlink that leads outside/,
    (cwd) => {
      link(cwd, join('/proc/self/root', cwd, 'home/keys'), 'project/u/.ai')
      writeFileSync(join(cwd, 'project/rye-chain.yaml'), 'user: u\n')
    },
  ],
  [
    'a system bundle',
    /project\/s\/\.ai is a symlink that leads outside/,
    (cwd) => {
      link(cwd, '../../home/keys', 'project/s/.ai')
      writeFileSync(join(cwd, 'project/rye-chain.yaml'), 'systems: [builtin, team@1.0.0=s]\n')
    },
  ],
  [
    'the project itself',
    /project\/\.ai is a symlink that leads outside/,
    (cwd) => link(cwd, '../home/.ai', 'project/.ai'),
  ],
]

describe('a space whose .ai is a symlink that leads outside', () => {
  test.for(led)('%s is refused by name in share and run, and over MCP', async ([, named, make]) => {
    const cwd = folder()
    make(cwd)
    const item = existsSync(join(cwd, 'project/.ai/tools/look.yaml')) ? 'look' : 'own'
    for (const words of [
      ['share', '--item', item, '--json'],
      ['run', item, '--yes', '--params', '{"word": ""}'],
    ]) {
      const { code, out, err } = await ryeChain(cwd, ...words, ...project)
      expect([words[0], code, out, err]).toEqual([words[0], 1, '', expect.stringMatching(named)])
    }
    const agent = await agentOf(place.at(cwd), { person: yes })
    for (const [name, given] of [
      ['share', { item_id: item }],
      ['execute', call(item)],
      ['resolve', { item_id: item }],
      ['search', {}],
      ['check', {}],
    ] as const) {
      const { isError, text } = await reported(agent, name, given)
      expect([name, isError, text]).toEqual([name, true, expect.stringMatching(named)])
      expect(text).not.toContain(secret)
    }
  })

  test('is used if a person names the target folder', async () => {
    const cwd = folder()
    link(cwd, join(cwd, 'home/.ai'), 'project/u/.ai')
    const shared = await ryeChain(cwd, 'share', '--item', 'say', '--json', ...project, '--user', 'home')
    expect(shared.json<{ files: unknown }>().files).toContain('/user/.ai/tools/own.yaml')
    link(cwd, 'inside', 'home/.ai')
    mkdirSync(join(cwd, 'home/inside/tools'), { recursive: true })
    writeFileSync(join(cwd, 'home/inside/tools/near.yaml'), '')
    const near = await ryeChain(cwd, 'share', '--item', 'say', '--json', ...project, '--user', 'home')
    expect(near.json<{ files: unknown }>().files).toContain('/user/.ai/tools/near.yaml')
  })

  test('is refused if it is circular', async () => {
    const cwd = folder({ 'project/rye-chain.yaml': 'user: u\n' })
    link(cwd, '.ai', 'project/u/.ai')
    const { code, out } = await ryeChain(cwd, 'share', '--item', 'say', ...project)
    expect([code, out]).toEqual([2, ''])
  })
})

describe('over MCP, a project file does not lead to another folder', () => {
  test.for([
    ['user: ../home', 'user of rye-chain.yaml: ../home'],
    ['user: ../none', 'user of rye-chain.yaml: ../none'],
    ["user: '~'", 'user of rye-chain.yaml: ~'],
    ['user: /etc', 'user of rye-chain.yaml: /etc'],
    ['user: way', 'user of rye-chain.yaml: way'],
    ['systems: [../home]', 'systems of rye-chain.yaml: ../home'],
    ['systems: [team@1.0.0=../home]', 'systems of rye-chain.yaml: ../home'],
    ['systems: [team@1.0.0=way]', 'systems of rye-chain.yaml: way'],
  ] as const)('with %s, an agent does not learn whether the folder exists', async ([text, named]) => {
    const cwd = folder({ 'project/rye-chain.yaml': `${text}\n` })
    link(cwd, '../home', 'project/way')
    const agent = await agentOf(place.at(cwd), { person: yes })
    for (const name of ['resolve', 'share', 'execute'] as const) {
      const given = name === 'execute' ? call('say') : { item_id: 'say' }
      const { isError, text: answer } = await reported(agent, name, given)
      expect([isError, answer]).toEqual([true, expect.stringContaining(`${named} is outside the roots`)])
      expect(answer).not.toContain(secret)
    }
  })

  test('a space set by an option is used, and share reports files outside the roots as omitted', async () => {
    const cwd = folder()
    const options = { user: join(cwd, 'home') } as const
    const agent = await agentOf(place.at(cwd, { options }))
    expect((await reported(agent, 'search', { query: 'own' })).text).toContain('own')
    const { structuredContent } = await reported(agent, 'share', { item_id: 'say' })
    expect(structuredContent).toMatchObject({ left_out: ['the user space'] })
    expect(structuredContent?.['files']).not.toContain('/user/.ai/tools/own.yaml')
  })
})

describe('a private key', () => {
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  test('is not shared through a hard link or as a copy, and is hidden from runs', async () => {
    const cwd = folder({ 'project/.ai/tools/copy.txt': key })
    await ryeChain(cwd, 'keys', 'new')
    linkSync(join(cwd, '.ai/config/keys/signing/private_key.pem'), join(cwd, 'project/.ai/tools/second.yaml'))
    const shared = await ryeChain(cwd, 'share', '--item', 'say', ...project, '--with-secrets')
    expect([shared.code, shared.out]).toEqual([1, ''])
    expect(shared.err).toMatch(/contain private keys[^]*copy\.txt\n[^]*second\.yaml\n/)
    const run = await ryeChain(cwd, 'run', 'look', '--yes', '--params', '{"word": ""}', ...project)
    expect(run.err).toContain('Hidden from the run: project/.ai/tools/copy.txt contains a private key.')
    expect(run.err).toContain('Hidden from the run: project/.ai/tools/second.yaml contains a private key.')
    expect(run.out + run.err).not.toContain('PRIVATE KEY')
    const agent = await agentOf(place.at(cwd), { person: yes })
    for (const [name, given] of [
      ['share', { item_id: 'say', allow: ['private key'] }],
      ['execute', call('look')],
      ['validate', { item_id: 'second' }],
    ] as const)
      expect((await reported(agent, name, given)).text).not.toContain('PRIVATE KEY-----')
  })
})

describe('no file is written through a symlink that leads out of a space', () => {
  const lockfiles = 'project/.ai/lockfiles'
  const key = 'project/.ai/config/keys/trusted'
  const writes: readonly (readonly [words: readonly string[], from: string])[] = [
    [['lock', 'create', 'say', '--params', '{"word": ""}'], lockfiles],
    [['run', 'say', '--yes', '--lock', '--params', '{"word": ""}'], lockfiles],
    [['new', 'python', 'deep/er/made'], 'project/.ai/tools/deep'],
    [['trust', 'key.pem'], key],
    [['trust', 'key.pem'], 'project/.ai/config'],
    [['keys', 'new', '--user', 'project'], 'project/.ai/config/keys'],
    [['sign', 'project/.ai/tools/linked/far.py'], 'project/.ai/tools/linked'],
  ]
  test.for(writes)('%s, through %s', async ([words, from]) => {
    const cwd = folder({ 'out/far.py': '' })
    await ryeChain(cwd, 'keys', 'new')
    const pem = readFileSync(join(cwd, '.ai/config/keys/signing/public_key.pem'), 'utf8')
    writeFileSync(join(cwd, 'key.pem'), pem)
    const dir = words[0] === 'keys' ? [] : project
    link(cwd, join(cwd, 'out'), from)
    const led = await ryeChain(cwd, ...words, ...dir)
    expect([led.code, led.err]).toEqual([1, expect.stringContaining('a symlink in its path leads outside its space')])
    expect([readdirSync(join(cwd, 'out')), readFileSync(join(cwd, 'out/far.py'), 'utf8')]).toEqual([['far.py'], ''])
    link(cwd, join(cwd, 'none'), from)
    const nowhere = await ryeChain(cwd, ...words, ...dir)
    // A missing file is a usage error (2); a missing target folder is a file system error (1).
    const missing = words[0] === 'sign' ? 2 : 1
    expect([nowhere.code, existsSync(join(cwd, 'none'))]).toEqual([missing, false])
    mkdirSync(join(cwd, 'project/inside'))
    writeFileSync(join(cwd, 'project/inside/far.py'), '')
    link(cwd, join(cwd, 'project/inside'), from)
    expect((await ryeChain(cwd, ...words, ...dir)).code).toBe(0)
  })

  test('a lockfile is not removed through a symlink', async () => {
    const cwd = folder()
    const words = ['lock', 'create', 'say', '--params', '{"word": ""}', ...project]
    expect((await ryeChain(cwd, ...words)).code).toBe(0)
    mkdirSync(join(cwd, 'out'))
    const [name = ''] = readdirSync(join(cwd, lockfiles))
    writeFileSync(join(cwd, 'out', name), readFileSync(join(cwd, lockfiles, name)))
    link(cwd, join(cwd, 'out'), lockfiles)
    const { code } = await ryeChain(cwd, 'lock', 'delete', 'say', '--params', '{"word": ""}', ...project)
    expect([code, readdirSync(join(cwd, 'out'))]).toEqual([1, [name]])
  })

  test('the run of an agent succeeds, and the answer explains why no lockfile was written', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'out'))
    link(cwd, join(cwd, 'out'), lockfiles)
    const agent = await agentOf(place.at(cwd), { person: yes })
    const { structuredContent } = await reported(agent, 'execute', { ...call('say'), lock: true })
    expect(structuredContent).toMatchObject({
      success: true,
      not_pinned: [expect.stringContaining('a symlink in its path leads outside its space')],
    })
    expect(readdirSync(join(cwd, 'out'))).toEqual([])
  })
})

test('an agent can share a possible secret only if a person approves it', async () => {
  const cwd = folder({ 'project/.env': `PHRASE=${secret}\n` })
  const alone = await agentOf(place.at(cwd))
  const refused = await reported(alone, 'share', { item_id: 'say' })
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('/project/.env:1  PHRASE')])
  const unasked = await reported(alone, 'share', { item_id: 'say', allow: ['PHRASE'] })
  expect([unasked.isError, unasked.structuredContent]).toEqual([
    true,
    { run_by_a_person: expect.stringContaining('--allow-secret=PHRASE') },
  ])
  const shown: string[] = []
  const asking = (approve: boolean) =>
    agentOf(place.at(cwd), {
      person: (message) => {
        shown.push(message)
        return { action: 'accept', content: { approve } }
      },
    })
  const no = await reported(await asking(false), 'share', { item_id: 'say', allow: ['PHRASE'] })
  expect([no.isError, no.structuredContent?.['link']]).toEqual([true, undefined])
  const given = await reported(await asking(true), 'share', { item_id: 'say', allow: ['PHRASE'] })
  expect(given.structuredContent?.['files']).toContain('/project/.env')
  expect(shown).toEqual([expect.stringContaining('/project/.env:1  PHRASE'), expect.any(String)])
})
