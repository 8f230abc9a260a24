import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { NodeProgram } from '../node-program.ts'
import { runRealNode } from '../real-node.ts'
import { simulateNode } from '../simulate-node.ts'
import { statementsOf } from './statements.ts'
import { stubs } from './stubs.ts'

/** The module that a file of the suite tests, by the start of the file name. The first match applies. */
const modules: readonly (readonly [pattern: RegExp, module: string])[] = [
  [/^test-fs-promises|^test-fs-.*promise/, 'fs/promises'],
  [/^test-path/, 'path'],
  [/^test-util|^test-parse-args/, 'util'],
  [/^test-(?:events?-|eventemitter|event-emitter)/, 'events'],
  [/^test-eventtarget/, 'EventTarget'],
  [/^test-(?:next-tick|microtask|promises?-)/, 'ticks and promises'],
  [/^test-whatwg-url|^test-url-(?!.*(?:parse|format|relative|resolve|url|legacy))/, 'URL'],
  [/^test-url/, 'url (legacy)'],
  [/^test-string-decoder/, 'string_decoder'],
  [/^test-streams?-/, 'stream'],
  [/^test-(?:module|require)/, 'module'],
  [/^test-(?:stdio|stdin|stdout)/, 'stdio'],
  [/^test-global/, 'globals'],
  ...['buffer', 'assert', 'fs', 'process', 'timers', 'console', 'readline', 'querystring', 'zlib', 'crypto', 'os'].map(
    (name) => [new RegExp(`^test-${name}`), name] as const,
  ),
]

/** The timeout of a file in milliseconds, for both runs together. Real Node gets half of it. */
const longest = 40_000

/**
 * The result of a file: the number of statements that passed in the simulation. The result is invalid if a statement of
 * the file fails in real Node.
 */
type Answer = { readonly valid: false } | { readonly valid: true; readonly count: number; readonly passed: number }

/**
 * `npm run node-suite -- FOLDER [PATTERN]`: run Node's own suite, statement by statement. FOLDER contains Node's source
 * code, of the same or a similar version. Ignores files with a statement that fails in real Node. Prints the files with
 * failed statements (`path-join 1/9`), then a table by module.
 */
export async function runSuite([folder, pattern = '', as]: readonly string[]): Promise<void> {
  if (folder === undefined || !existsSync(join(folder, 'test/parallel'))) {
    console.error('npm run node-suite -- FOLDER [PATTERN]: FOLDER is the source of Node, with test/parallel in it')
    process.exitCode = 2
    return
  }
  if (as === '--child') return answerParent(folder)
  const wanted = new RegExp(pattern)
  const totals = new Map<string, { files: number; statements: number; passed: number }>()
  const failing = new Map<string, readonly string[]>()
  let child: ChildProcess | undefined
  for (const name of readdirSync(join(folder, 'test/parallel'))) {
    const module = modules.find(([begin]) => begin.test(name))?.[1]
    if (module === undefined || !name.endsWith('.js') || !wanted.test(name)) continue
    child ??= fork(process.argv[1] ?? '', [folder, '', '--child'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const answer = await ask(child, name)
    if (answer === undefined) {
      child.kill('SIGKILL')
      child = undefined
      console.error(`${name}: no answer`)
    } else if (answer.valid) {
      const total = totals.get(module) ?? { files: 0, statements: 0, passed: 0 }
      total.files++
      total.statements += answer.count
      total.passed += answer.passed
      totals.set(module, total)
      if (answer.passed < answer.count) {
        const short = name.slice('test-'.length, -'.js'.length)
        const line = `${short} ${answer.count - answer.passed}/${answer.count}`
        failing.set(module, [...(failing.get(module) ?? []), line])
      }
    }
  }
  child?.kill()
  for (const [module, lines] of failing) console.log(`${module}: ${lines.join(', ')}`)
  console.table(
    Object.fromEntries(
      [...totals].map(([module, total]) => [
        module,
        { ...total, percent: Number(((total.passed / total.statements) * 100).toFixed(1)) },
      ]),
    ),
  )
}

/** Request the result of a file. Resolves to undefined after the timeout, or if the process ends. */
function ask(child: ChildProcess, name: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const end = (answer: Answer | undefined): void => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(answer)
    }
    const timer = setTimeout(() => end(undefined), longest)
    child.on('exit', () => end(undefined))
    child.on('message', (message) => end(message as Answer))
    child.send(name)
  })
}

function answerParent(folder: string): void {
  process.on('message', (name) => {
    void compare(folder, String(name)).then((answer) => process.send?.(answer))
  })
}

async function compare(folder: string, name: string): Promise<Answer> {
  const source = readFileSync(join(folder, 'test/parallel', name), 'utf8')
  let statements
  try {
    statements = statementsOf(source)
  } catch {
    return { valid: false }
  }
  const path = `test/parallel/${name}`
  const files = { ...stubs, ...fixturesOf(source, join(folder, 'test/fixtures')), [path]: statements.code }
  const program: NodeProgram = { args: [path], files }
  const count = statements.lines.length
  const real = failuresOf(
    runRealNode({ ...program, args: ['--no-warnings', path] }, longest / 2).stdout,
    statements.lines,
  )
  if (real === undefined || real > 0) return { valid: false }
  const failures = failuresOf((await simulateNode(program)).stdout, statements.lines)
  return { valid: true, count, passed: failures === undefined ? 0 : count - failures }
}

interface Result {
  readonly failed: readonly (readonly [statement: number, why: string])[]
  readonly later: readonly (readonly [line: number, why: string])[]
  readonly ran: number
  readonly skipped: boolean
}

/**
 * The number of failed statements, including late failures and statements that were not reached. Undefined without a
 * report.
 */
function failuresOf(stdout: string, lines: readonly (readonly [number, number])[]): number | undefined {
  const report = /@@RESULT(.*)/.exec(stdout)?.[1]
  if (report === undefined) return undefined
  const { failed, later, ran, skipped } = JSON.parse(report) as Result
  if (skipped) return lines.length
  const statements = new Set(failed.map(([statement]) => statement))
  for (const [line] of later) {
    const at = lines.findIndex(([first, last]) => line >= first && line <= last)
    const free = lines.findIndex((_, index) => !statements.has(index))
    statements.add(at < 0 ? free : at)
  }
  for (let at = ran; at < lines.length; at++) statements.add(at)
  return statements.size
}

/** The maximum number of fixtures per suite file, and the maximum size of a fixture in bytes. */
const most = { files: 400, bytes: 400_000 }

/** The fixtures that a file names, including the content of folders. */
function fixturesOf(source: string, folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const add = (name: string): void => {
    const path = join(folder, name)
    if (Object.keys(found).length >= most.files || !existsSync(path)) return
    const stats = statSync(path)
    if (stats.isDirectory()) for (const inner of readdirSync(path)) add(`${name}/${inner}`)
    else if (stats.size < most.bytes) found[`test/fixtures/${name}`] = readFileSync(path, 'utf8')
  }
  if (!source.includes('fixtures')) return found
  for (const [, said = ''] of source.matchAll(/['"`]([^'"`\n]{2,60})['"`]/g)) {
    const first = said.replace(/^(?:\.\.\/)*(?:fixtures\/)?/, '').split('/')[0] ?? ''
    if (!/^\.{0,2}$|^test$/.test(first)) for (const name of [first, `${first}.js`]) add(name)
  }
  for (const name of ['a.js', 'x.txt', 'empty.txt']) add(name)
  return found
}
