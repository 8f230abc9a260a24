import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ProjectCheck } from '../project/check/check.ts'
import { openDirectory, type Directory } from '../project/directory.ts'
import { list } from '../project/list.ts'
import type { ProjectOptions } from '../project/options.ts'
import { KeptFolder } from '../project/kept/kept-folder.ts'
import { KeptOutput } from '../project/kept/kept-output.ts'
import { Reads } from '../project/kept/reads.ts'

// Stored answers for tests: a project, changes to it, and a question about it that a command would answer.

/** Milliseconds after which these tests accept a file as settled: more than the clock tick of Linux file systems. */
export const settled = 25

/** The whole answer about a project, computed now. */
export function computed(directory: Directory): string {
  const { report } = new ProjectCheck(directory).run()
  return JSON.stringify([list(directory), report.items, report.problems, report.libraries, report.data])
}

export function optionsOf(folder: string): ProjectOptions {
  const machine = { cwd: folder, env: { PATH: join(folder, 'bin'), HOME: folder }, now: () => new Date() }
  return { dir: join(folder, 'project'), machine, withoutUser: true }
}

export interface Answer {
  readonly text: string
  readonly isFound: boolean
}

/** The answer as a command gives it. `during` is called before each read of the workspace. */
export function asked(folder: string, cache: string, during: () => void = () => undefined): Answer {
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

export const now = (folder: string): string => computed(openDirectory(optionsOf(folder)))
export const settling = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settled + 10))

/** Adds the program `bin/python3` to the folder of an example. */
export function withPrograms(folder: string): string {
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/python3'), '')
  return folder
}

/** Changes of a project, each as a person, an editor or a version control system makes it. */
export const changes: readonly (readonly [what: string, make: (folder: string, number: number) => void])[] = [
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
export const toolIn = (folder: string): string => join(tools(folder), 'greet.py')

/** Restores a deleted tool. */
export function projectWithTool(folder: string): string {
  if (!existsSync(toolIn(folder))) writeFileSync(toolIn(folder), textOf(1))
  return folder
}

function textOf(number: number): string {
  const executor = number % 5 === 0 ? '"no/such"' : '"rye/core/runtimes/python/script"'
  return `__version__ = "1.0.${number % 7}"\n__tool_type__ = "tool"\n__executor_id__ = ${executor}\n`
}
