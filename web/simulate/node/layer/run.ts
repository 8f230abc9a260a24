import { readCommandLine } from './command-line.ts'
import { console } from './console.ts'
import { coded } from './errors.ts'
import { report } from './faults.ts'
import { host, hostText, nodeVersion, program, write } from './host.ts'
import { builtin, evaluateAs, importFrom, Module, requireOf } from './loader.ts'
import { path } from './path.ts'
import { process } from './process.ts'

let unsettled = false

/** Whether the main module still awaits a promise. */
export function isUnsettled(): boolean {
  return unsettled
}

/**
 * Start the program according to its command line.
 * @throws `MODULE_NOT_FOUND` without the main file
 */
export function start(): void {
  const line = readCommandLine(program.command, program.args, nodeVersion)
  if (line.kind === 'say') {
    write(line.code === 0 ? 'stdout' : 'stderr', line.text)
    process.exitCode = line.code
    return
  }
  process.argv.push(process.execPath)
  if (line.kind !== 'file') {
    process.argv.push(...line.rest)
    process.evaluated = true
    return runText(line.kind === 'stdin' ? program.stdin : line.target, line)
  }
  const here = path.resolve(line.target)
  const file = host('resolveMain', here) as string | undefined
  process.argv.push(file ?? here, ...line.rest)
  if (file === undefined) {
    const missing = coded(Error, 'MODULE_NOT_FOUND', `Cannot find module '${here}'`)
    throw Object.assign(missing, { requireStack: [] })
  }
  if (hostText('format', file) === 'module') return runModule(file, file)
  asModuleOnAwait(hostText('text', file), () => Module._load(file, null, true))
}

/**
 * Run a script. If it has top-level await, which is a syntax error in a script, evaluate it as a module, as Node does.
 */
function asModuleOnAwait(text: string, run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/\bawait\b/.test(text)) throw error
    return runEvaluated(text)
  }
}

function runText(text: string, line: { readonly print: boolean; readonly module: boolean }): void {
  if (line.module || host('looksLikeModule', text) === true) return runEvaluated(text)
  const here = `${process.cwd()}/[eval]`
  const main = new Module('[eval]', undefined)
  main.filename = here
  main.paths = Module._nodeModulePaths(process.cwd())
  showBuiltins()
  Object.assign(globalThis, {
    require: requireOf(main),
    module: main,
    exports: main.exports,
    __filename: '[eval]',
    __dirname: '.',
  })
  const value = asModuleOnAwait(text, () => evaluateAs(hostText('prepare', text, here), '[eval]'))
  if (line.print) console.log(value)
}

/** Define Node's modules as globals for code without a file, such as with `-e`. */
function showBuiltins(): void {
  for (const name of Module.builtinModules) {
    if (!/^[a-z]\w*$/.test(name) || Object.hasOwn(globalThis, name)) continue
    const set = (value: unknown): void => {
      Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
    }
    const get = (): unknown => {
      set(builtin(name))
      return builtin(name)
    }
    Object.defineProperty(globalThis, name, { get, set, configurable: true, enumerable: false })
  }
}

function runEvaluated(text: string): void {
  host('evalModule', text)
  runModule('/[eval].mjs', `${process.cwd()}/[eval]`)
}

function runModule(request: string, from: string): void {
  unsettled = true
  const done = (): void => {
    unsettled = false
  }
  importFrom(from, request).then(done, (error: unknown) => {
    done()
    report(process, error)
  })
}
