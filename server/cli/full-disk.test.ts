import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shell } from '../mcp/testing/tree.ts'
import { builtCommandLine } from '../testing/built-command.ts'
import { exampleFolder, ryeChain } from '../testing/directories.ts'
import { replaceTogether } from '../project/write-whole.ts'
import { smallDisk } from '../testing/small-disk.ts'
import { everyNth } from '../../core/testing/nightly.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// Every write of the product to a full disk: a small file system in memory, filled before the command starts as a child
// process.

const commandLine = builtCommandLine()
const { disk, canMount, mounted, unmount, fill, free, contents, child } = smallDisk(commandLine)

const dir = ['--dir', 'project'] as const
const say = ['say', '--params', '{"word": "hi"}', ...dir] as const
const greet = 'project/.ai/tools/demo/greet.py'
const noise = (length: number): string => Array.from({ length }, (_, at) => `# line ${at} of a tool\n`).join('')

interface Write {
  readonly name: string
  readonly words: readonly string[]
  /** The text that the message contains. */
  readonly names: string
  /**
   * The number of free pages that let the write start but not finish; undefined if the small file fits in the first
   * page.
   */
  readonly some?: number
  /** Whether other files that fit are still written. */
  readonly each?: true
  /** The exit code of the command on a disk with enough space; 0 by default. */
  readonly code?: number
  prepare?(): void
}

const many = (): void => {
  mkdirSync(join(disk, 'project/.ai/tools/many'))
  for (let at = 0; at < 40; at++)
    writeFileSync(join(disk, `project/.ai/tools/many/broken${at}.yaml`), 'executor_id: none\n')
}
const policy = (): void => writeFileSync(join(disk, 'project/rye-chain.yaml'), 'mcp:\n  allow: [say]\n')
const long = (): void => writeFileSync(join(disk, greet), readFileSync(join(disk, greet), 'utf8') + noise(1_000))

/** Commands that write files. */
const writes: readonly Write[] = [
  { name: 'lock create', words: ['lock', 'create', ...say], names: '.lock.json' },
  { name: 'run, its lockfile', words: ['run', ...say, '--yes', '--lock'], names: '.lock.json' },
  { name: 'run --keep', words: ['run', 'big', ...say.slice(1), '--yes', '--keep', '--no-lock'], names: 'made.txt', some: 2 },
  { name: 'new', words: ['new', 'python', 'demo/fresh', ...dir], names: 'fresh.py' },
  { name: 'trust', words: ['trust', 'KEY', ...dir], names: '.toml' },
  { name: 'keys new', words: ['keys', 'new', '--user', 'other'], names: '_key.pem', prepare: () => mkdirSync(join(disk, 'other')) },
  { name: 'sign', words: ['sign', greet, ...dir], names: 'greet.py', some: 2, prepare: long },
  { name: 'sign --all', words: ['sign', '--all', ...dir], names: 'greet.py', some: 2, each: true, prepare: long },
  { name: 'check --write-baseline', words: ['check', ...dir, '--write-baseline', 'base.json'], names: 'base.json', some: 1, prepare: many },
  { name: 'check --report', words: ['check', ...dir, '--report', 'sarif=report.sarif'], names: 'report.sarif', some: 1, code: 1, prepare: many },
  { name: 'open', words: ['open', 'LINK', '--to', 'opened'], names: 'opened/' },
  { name: 'conformance --json', words: ['conformance', '--json', 'cases.json'], names: 'cases.json', code: 0 },
  { name: 'mcp --confirm-policy', words: ['mcp', '--confirm-policy', '--root', 'project', '--digest', 'DIGEST'], names: 'mcp-policies', prepare: policy },
  { name: 'run --save', words: ['run', 'flow', ...dir, '--yes', '--save', 'walk.json', '--no-lock'], names: 'walk.json', code: 1 },
] // prettier-ignore

const flow = `version: "1.0.0"
tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
permissions: [rye.execute.tool.*]
config:
  start: one
  max_steps: 1
  nodes:
    one: {action: {item_id: "tool:say", params: {word: hi}}, next: two}
    two: {action: {item_id: "tool:say", params: {word: hi}}, next: done}
    done: {type: return}
`

/** The words of a write, with values that exist only on the prepared disk. */
async function wordsOf(write: Write): Promise<readonly string[]> {
  const key = readFileSync(join(disk, '.ai/config/keys/signing/public_key.pem'), 'utf8')
  writeFileSync(join(disk, 'key.pem'), key)
  const { out: link } = await ryeChain(disk, 'share', '--item', 'say', ...dir)
  const shown = existsSync(join(disk, 'project/rye-chain.yaml'))
    ? (await ryeChain(disk, 'mcp', '--confirm-policy', '--root', 'project')).err
    : ''
  const [, digest = ''] = /digest ([0-9a-f]{64})/.exec(shown) ?? []
  const known: Readonly<Record<string, string>> = { LINK: link.trim(), KEY: 'key.pem', DIGEST: digest }
  return write.words.map((word) => known[word] ?? word)
}

async function prepared(write: Write): Promise<readonly string[]> {
  cpSync(
    exampleFolder('hello-chain', {
      'project/.ai/tools/say.yaml': shell('echo "$1"'),
      'project/.ai/tools/big.yaml': shell('yes words | head -c 100000 > /project/made.txt; : $1'),
      'project/.ai/tools/flow.yaml': flow,
    }),
    disk,
    { recursive: true },
  )
  expect((await ryeChain(disk, 'keys', 'new')).code).toBe(0)
  write.prepare?.()
  return wordsOf(write)
}

describe.runIf(canMount)('on a full disk', () => {
  beforeEach(() => void mounted())
  afterEach(unmount)

  test.for(everyNth(writes, 6))(
    '$name reports the failure, leaves no partial or temporary files, and succeeds once space is free',
    async (write) => {
      const words = await prepared(write)
      // The disk is full from the first byte, or has space for a part of the file, or for its folders and its temporary
      // file.
      for (const pages of [0, write.some ?? 1].filter((pages, at, all) => all.indexOf(pages) === at)) {
        const before = contents()
        fill(pages)
        const { code, err } = child(words)
        const isDone = pages > 0 && code === (write.code ?? 0) && write.some === undefined
        if (!isDone) {
          expect([pages, code, err]).toEqual([
            pages,
            1,
            expect.stringMatching(/was not (?:written|signed)|but not kept/),
          ])
          expect(err).toContain(write.names)
          expect(err).toContain('the disk is full')
          const after = contents()
          expect(after[greet]).toBe(before[greet])
          expect(write.each ? Object.keys(after) : after).toEqual(write.each ? Object.keys(before) : before)
        }
        free()
      }
      const { code, err } = child(words)
      // Skipped if the file already exists, because it fit in the first page.
      if (!err.includes('already exists') && !err.includes('is not empty'))
        expect([code, err]).toEqual([write.code ?? 0, expect.not.stringContaining('was not written')])
      expect(Object.keys(contents()).filter((path) => path.includes('.rye-chain.'))).toEqual([])
    },
  )

  test('a missing inode for the folder or the temporary file is reported, and no file is left', async () => {
    unmount()
    mounted(',nr_inodes=60')
    const words = await prepared({ name: 'lock', words: ['lock', 'create', ...say], names: '' })
    const before = contents()
    const fillers: string[] = []
    try {
      for (let at = 0; ; at++) {
        fillers.push(join(disk, `filler${at}`))
        writeFileSync(join(disk, `filler${at}`), '')
      }
    } catch {
      fillers.pop()
    }
    // First no inode is free, then one (for the folder but not for the temporary file), and finally enough for both.
    for (const freed of [0, 1]) {
      for (const path of fillers.splice(0, freed)) rmSync(path)
      const { code, err } = child(words)
      expect([code, err]).toEqual([1, expect.stringContaining('the disk is full')])
    }
    for (const path of fillers) rmSync(path)
    expect(contents()).toEqual(before)
    expect(child(words).code).toBe(0)
  })

  test('replacing files together needs no more space than replacing them one by one', async () => {
    const files = Array.from({ length: 20 }, (_, index) => {
      const pages = index % 4 === 0 ? 4 : 1
      return { path: join(disk, `${index}.py`), text: 'y'.repeat(pages * 4096), pages }
    })
    for (const { path, text } of files) writeFileSync(path, text.replaceAll('y', 'x'))
    const before = contents()
    fill(0)
    const faults = await replaceTogether(files)
    expect([...faults.keys()].sort()).toEqual(files.map(({ path }) => path).sort())
    for (const [path, fault] of faults) expect(fault).toMatchObject({ code: 'ENOSPC', path })
    expect(contents()).toEqual(before)
    fill(2)
    const small = files.filter(({ pages }) => pages === 1)
    const large = files.filter(({ pages }) => pages === 4)
    expect([...(await replaceTogether(files)).keys()].sort()).toEqual(large.map(({ path }) => path).sort())
    expect(small.every(({ path, text }) => readFileSync(path, 'utf8') === text)).toBe(true)
    expect(large.every(({ path, text }) => readFileSync(path, 'utf8') === text.replaceAll('y', 'x'))).toBe(true)
    expect(Object.keys(contents())).toEqual(Object.keys(before))
    fill(4)
    expect(await replaceTogether(files)).toEqual(new Map())
    expect(files.every(({ path, text }) => readFileSync(path, 'utf8') === text)).toBe(true)
  })

  test('on a read-only disk, every failed write is reported', async () => {
    const all = everyNth(writes, 6).filter(({ name }) => !name.startsWith('run') && !name.startsWith('conformance'))
    for (const write of all) {
      const words = await prepared(write)
      const before = contents()
      spawnSync('mount', ['-o', 'remount,ro', disk])
      const { code, err } = child(words)
      expect([write.name, code, err]).toEqual([write.name, 1, expect.stringContaining('read-only')])
      expect(contents()).toEqual(before)
      unmount()
      mounted()
    }
  })
})

describe('if a process limit truncates a file', () => {
  test('the old baseline is kept', () => {
    const cwd = exampleFolder('hello-chain')
    for (let at = 0; at < 40; at++)
      writeFileSync(join(cwd, `project/.ai/tools/broken${at}.yaml`), 'executor_id: none\n')
    writeFileSync(join(cwd, 'base.json'), '{"format": 1, "findings": []}\n')
    const limited = ['-c', 'ulimit -f 2; exec "$@"', 'sh']
    const words = ['check', ...dir, '--write-baseline', 'base.json', '--grow']
    const { status, stderr } = spawnSync('bash', [...limited, ...commandLine.words(...words)], {
      cwd,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('base.json was not written: it is larger than this process'),
    ])
    expect(readFileSync(join(cwd, 'base.json'), 'utf8')).toBe('{"format": 1, "findings": []}\n')
    expect(readdirSync(cwd).filter((name) => name.startsWith('.rye'))).toEqual([])
  })
})

describe.runIf(existsSync('/dev/full'))('on a full stdout', () => {
  test.for([
    ['--version'],
    ['--help'],
    ['help', 'check'],
    ['list', ...dir],
    ['list', ...dir, '--json'],
    ['check', ...dir],
    ['check', ...dir, '--json'],
    ['analyze', '--item', 'demo/greet', ...dir, '--json'],
    ['explain', '--item', 'demo/greet', ...dir],
    ['config', ...dir],
    ['share', '--item', 'demo/greet', ...dir],
    ['completion', 'bash'],
    ['diff', 'project', 'project'],
    ['conformance'],
    ['lock', 'show', ...dir],
    ['keys', 'new'],
    ['new', 'python', 'a/b', ...dir, '--json'],
  ])('%s exits with 1 and a message', (words) => {
    const cwd = exampleFolder('hello-chain')
    const shellWords = ['-c', 'exec "$@" > /dev/full', 'sh', ...commandLine.words(...words)]
    const env = { PATH: process.env['PATH'], HOME: cwd }
    const { status, stderr } = spawnSync('sh', shellWords, { cwd, encoding: 'utf8', input: '', env })
    expect([status, stderr]).toEqual([1, expect.stringContaining('Writing to standard output failed')])
  })

  test.runIf(canMount)('output that a full disk truncates causes exit code 1', async () => {
    mounted()
    try {
      fill(1)
      const cwd = exampleFolder('hello-chain')
      const file = openSync(join(disk, 'completion.bash'), 'w')
      const [node = '', ...argv] = commandLine.words('list', ...dir, '--json')
      const many = Array.from({ length: 200 }, (_, at) => `project/.ai/tools/one${at}.yaml`)
      for (const path of many) {
        mkdirSync(dirname(join(cwd, path)), { recursive: true })
        writeFileSync(join(cwd, path), shell('true'))
      }
      const asked = join(cwd, 'requests')
      writeFileSync(asked, '{"ask":"list"}\n')
      const others = [
        ['conformance', '--json', '/dev/stdout'],
        ['ndjson', ...dir],
      ] as const
      for (const words of [argv, ...others.map((other) => commandLine.words(...other).slice(1))]) {
        const running = spawn(node, words, { cwd, stdio: [openSync(asked, 'r'), file, 'ignore'] })
        expect(await new Promise((resolve) => running.once('exit', resolve))).toBe(1)
      }
      closeSync(file)
    } finally {
      unmount()
    }
  })
})
