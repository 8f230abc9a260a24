import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, propertyTimeout } from '../../../core/testing/property.ts'
import { exampleFolder, freshFolder } from '../../testing/directories.ts'
import { ProjectCheck } from '../check/check.ts'
import { openDirectory, type Directory } from '../directory.ts'
import { list } from '../list.ts'
import type { ProjectOptions } from '../options.ts'
import { KeptFolder } from './kept-folder.ts'
import { KeptOutput } from './kept-output.ts'
import { Reads } from './reads.ts'

/** Milliseconds after which these tests accept a file as settled: more than the clock tick of Linux file systems. */
const settled = 25

/** The whole answer about a project, computed now. */
function computed(directory: Directory): string {
  const { report } = new ProjectCheck(directory).run()
  return JSON.stringify([list(directory), report.items, report.problems, report.libraries, report.data])
}

function optionsOf(folder: string): ProjectOptions {
  const machine = { cwd: folder, env: { PATH: join(folder, 'bin'), HOME: folder }, now: () => new Date() }
  return { dir: join(folder, 'project'), machine, withoutUser: true }
}

interface Answer {
  readonly text: string
  readonly isFound: boolean
}

/** The answer as a command gives it. `during` is called before each read of the workspace. */
function asked(folder: string, cache: string, during: () => void = () => undefined): Answer {
  const kept = new KeptOutput(new KeptFolder(cache), 'test', 'check', new Reads(settled))
  const directory = openDirectory({
    ...optionsOf(folder),
    reads: kept.reads,
    files: (below) => ({
      read: (path) => (during(), below.read(path)),
      list: (path) => (during(), below.list(path)),
      look: (path, known) => (during(), below.look(path, known)),
      real: (path) => below.real(path),
      special: (path) => below.special?.(path),
    }),
  })
  const found = kept.find([directory])
  if (found) return { text: found.printed.map(([, text]) => text).join(''), isFound: true }
  const text = computed(directory)
  kept.keep([directory], { printed: [[1, text]], code: 0 })
  return { text, isFound: false }
}

const now = (folder: string): string => computed(openDirectory(optionsOf(folder)))
const settling = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settled + 10))

function projectFolder(): string {
  const folder = exampleFolder('hello-chain')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/python3'), '')
  return folder
}

/** Changes of a project, each as a person, an editor or a version control system makes it. */
const changes: readonly (readonly [what: string, make: (folder: string, number: number) => void])[] = [
  ['new content', (folder, number) => writeFileSync(toolIn(folder), textOf(number))],
  ['other content of the same size and time', (folder) => {
    if (!existsSync(toolIn(folder))) return
    const { mtimeMs } = statSync(toolIn(folder))
    const text = readFileSync(toolIn(folder), 'utf8')
    writeFileSync(toolIn(folder), text.includes('/python') ? text.replace('/python', '/pythoz') : text.replace('/pythoz', '/python'))
    utimesSync(toolIn(folder), Math.floor(mtimeMs / 1000), Math.floor(mtimeMs / 1000))
  }],
  ['a replaced file, as most editors save', (folder, number) => {
    writeFileSync(join(folder, 'next'), textOf(number))
    renameSync(join(folder, 'next'), toolIn(folder))
  }],
  ['a deleted file', (folder) => rmSync(toolIn(folder), { force: true })],
  ['a new file', (folder, number) => writeFileSync(join(tools(folder), `more${number % 3}.py`), textOf(number))],
  ['another deleted file', (folder, number) => rmSync(join(tools(folder), `more${number % 3}.py`), { force: true })],
  ['a new folder', (folder, number) => {
    mkdirSync(join(tools(folder), `deep${number % 2}`), { recursive: true })
    writeFileSync(join(tools(folder), `deep${number % 2}/tool.py`), textOf(number))
  }],
  ['a deleted folder', (folder, number) => rmSync(join(tools(folder), `deep${number % 2}`), { recursive: true, force: true })],
  ['a new link', (folder, number) => {
    const [target, link] = [join(folder, `target${number % 2}.py`), join(tools(folder), 'link.py')]
    writeFileSync(target, textOf(number))
    rmSync(link, { force: true })
    symlinkSync(target, link)
  }],
  ['the target of a link', (folder, number) => {
    if (existsSync(join(folder, `target${number % 2}.py`))) writeFileSync(join(folder, `target${number % 2}.py`), textOf(number + 1))
  }],
  ['the mode of a folder', (folder, number) => chmodSync(join(folder, 'project/.ai'), number % 2 === 0 ? 0o700 : 0o755)],
  ['the variables of the project', (folder, number) => writeFileSync(join(folder, 'project/.env'), `A=${number}\n`)],
  ['the project file', (folder, number) => writeFileSync(join(folder, 'project/rye-chain.yaml'), number % 2 === 0 ? 'strict: true\n' : 'max-warnings: 3\n')],
  ['no project file', (folder) => rmSync(join(folder, 'project/rye-chain.yaml'), { force: true })],
  ['the programs of the machine', (folder) => {
    if (existsSync(join(folder, 'bin/python3'))) rmSync(join(folder, 'bin/python3'))
    else writeFileSync(join(folder, 'bin/python3'), '')
  }],
  ['a copy of the project in its place', (folder) => {
    cpSync(join(folder, 'project'), join(folder, 'copy'), { recursive: true, preserveTimestamps: true })
    rmSync(join(folder, 'project'), { recursive: true })
    renameSync(join(folder, 'copy'), join(folder, 'project'))
  }],
] // prettier-ignore

const tools = (folder: string): string => join(folder, 'project/.ai/tools/demo')
const toolIn = (folder: string): string => join(tools(folder), 'greet.py')

/** Restores a deleted tool. */
function projectWithTool(folder: string): string {
  if (!existsSync(toolIn(folder))) writeFileSync(toolIn(folder), textOf(1))
  return folder
}

function textOf(number: number): string {
  const executor = number % 5 === 0 ? '"no/such"' : '"rye/core/runtimes/python/script"'
  return `__version__ = "1.0.${number % 7}"\n__tool_type__ = "tool"\n__executor_id__ = ${executor}\n`
}

test.for(changes)('after %s, a stored output is not found, or is still correct', async ([, make]) => {
  const [folder, cache] = [projectFolder(), join(freshFolder(), 'cache')]
  for (const number of [0, 1, 2, 3]) {
    utimesSync(toolIn(projectWithTool(folder)), 1_000_000, 1_000_000)
    await settling()
    asked(folder, cache)
    expect(asked(folder, cache).isFound).toBe(true)
    make(folder, number)
    await settling()
    for (const again of [1, 2]) expect(asked(folder, cache).text, `ask ${again}`).toBe(now(folder))
  }
})

test(
  'a stored output always equals a computed one, after any changes to the files, even during the computation',
  async () => {
    let found = 0
    const step = fc.record({
      change: fc.nat(changes.length - 1),
      number: fc.nat(20),
      /**
       * The number of reads in the first computation before the change; undefined: the change precedes the computation.
       */
      at: fc.option(fc.nat(40), { nil: undefined, freq: 3 }),
      waits: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const [folder, cache] = [projectFolder(), join(freshFolder(), 'cache')]
        for (const { change, number, at, waits } of steps) {
          const make = (): void => changes[change]?.[1](folder, number)
          let left = at
          if (at === undefined) make()
          else asked(folder, cache, () => void (left !== undefined && left-- === 0 && make()))
          if (waits) await settling()
          for (const again of [1, 2]) {
            const { text, isFound } = asked(folder, cache)
            expect(text, `ask ${again}`).toBe(now(folder))
            if (isFound) found++
          }
        }
        rmSync(folder, { recursive: true })
      }),
      { numRuns: propertyRuns(25) },
    )
    expect(found).toBeGreaterThan(20)
  },
  propertyTimeout(25),
)

test('an output is found again only with the same program, words, settings and folder', async () => {
  const [folder, cache] = [projectFolder(), freshFolder()]
  await settling()
  const keptWith = (build: string, words: unknown, more: ProjectOptions = {}): boolean => {
    const kept = new KeptOutput(new KeptFolder(cache), build, words, new Reads(settled))
    const directory = openDirectory({ ...optionsOf(folder), ...more, reads: kept.reads })
    if (kept.find([directory])) return true
    kept.keep([directory], { printed: [[1, computed(directory)]], code: 0 })
    return false
  }
  expect(keptWith('1', 'check')).toBe(false)
  expect(keptWith('1', 'check')).toBe(true)
  expect(keptWith('2', 'check')).toBe(false)
  expect(keptWith('1', 'list')).toBe(false)
  expect(keptWith('1', 'check', { strict: true })).toBe(false)
  expect(keptWith('1', 'check', { env: ['A=1'] })).toBe(false)
  expect(keptWith('1', 'check', { env: ['A=2'] })).toBe(false)
  expect(keptWith('1', 'check', { machine: { cwd: join(folder, 'project'), env: {}, now: () => new Date() } })).toBe(
    false,
  )
})

test('an output is not stored if one of its files changed a moment ago', () => {
  const [folder, cache] = [projectFolder(), freshFolder()]
  const kept = new KeptOutput(new KeptFolder(cache), '1', 'check')
  const directory = openDirectory({ ...optionsOf(folder), reads: kept.reads })
  kept.keep([directory], { printed: [[1, computed(directory)]], code: 0 })
  expect(readdirSync(cache)).toEqual([])
})
