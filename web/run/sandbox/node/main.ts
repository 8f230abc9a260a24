import { Buffer } from './buffer.ts'
import { console } from './console.ts'
import { crypto } from './crypto.ts'
import { EventEmitter, once } from './events.ts'
import { makeFs } from './fs.ts'
import { codedError, host, hostText, program } from './host.ts'
import { stackOf } from './inspect.ts'
import { makePath } from './path.ts'
import { exiting, hasLeft, process, write } from './process.ts'
import { readline } from './readline.ts'
import { readCommandLine } from './command-line.ts'
import { runTicks, setTimeout, turn } from './timers.ts'
import { assert, util } from './util.ts'
import { webGlobals } from './web-globals.ts'

const path = makePath(process.cwd)
const fs = makeFs(path, write)
const url = {
  URL: webGlobals.URL,
  URLSearchParams: webGlobals.URLSearchParams,
  fileURLToPath: (target: unknown): string => decodeURIComponent(new webGlobals.URL(String(target)).href.slice(7)),
  pathToFileURL: (target: string) => new webGlobals.URL(`file://${path.resolve(target)}`),
}
const os = {
  EOL: '\n',
  platform: () => 'linux',
  type: () => 'Linux',
  arch: () => 'x64',
  tmpdir: () => process.env.TMPDIR ?? '/tmp',
  homedir: () => process.env.HOME ?? '/',
  hostname: () => 'sandbox',
  cpus: () => [],
  totalmem: () => 0,
  freemem: () => 0,
}
const later = {
  setTimeout: (ms: number, value?: unknown) => new Promise((resolve) => setTimeout(resolve as () => void, ms, value)),
}
const noProcesses = (): never => {
  throw codedError('ENOTSUP', 'the simulation of Node starts no other processes; bash tools can')
}

const builtins: Record<string, unknown> = {
  fs,
  'fs/promises': fs.promises,
  path,
  'path/posix': path,
  os,
  url,
  util,
  assert,
  'assert/strict': assert,
  events: Object.assign(EventEmitter, { once }),
  buffer: { Buffer },
  process,
  crypto,
  readline,
  'readline/promises': readline,
  timers: webGlobals,
  'timers/promises': later,
  perf_hooks: { performance: webGlobals.performance },
  child_process: {
    spawn: noProcesses,
    spawnSync: noProcesses,
    exec: noProcesses,
    execSync: noProcesses,
    execFile: noProcesses,
    execFileSync: noProcesses,
  },
  module: { createRequire: (from: unknown) => requireFrom(String(from).replace('file://', '')) },
}

const loaded = new Map<string, { exports: unknown }>()

function requireFrom(from: string): (request: string) => unknown {
  const require = (request: string): unknown => {
    try {
      return load(hostText('resolve', request, from, false))
    } catch (error) {
      const code = error instanceof Error ? /^((?:ERR_)?[A-Z_]+_[A-Z_]+): /.exec(error.message) : null
      if (code !== null && error instanceof Error) throw codedError(code[1] ?? '', error.message.slice(code[0].length))
      throw error
    }
  }
  return Object.assign(require, { resolve: (request: string) => hostText('resolve', request, from, false), cache: {} })
}

function load(name: string): unknown {
  if (name.startsWith('node:')) return builtins[name.slice(5)]
  const known = loaded.get(name)
  if (known !== undefined) return known.exports
  const module = { exports: {} as unknown }
  loaded.set(name, module)
  if (name.endsWith('.json')) module.exports = JSON.parse(String(fs.readFileSync(name, 'utf8')))
  else runCommon(hostText('source', name), name, module)
  return module.exports
}

function runCommon(source: string, name: string, module: { exports: unknown }): void {
  const body = `(function (exports, require, module, __filename, __dirname) {${source}\n})`
  const wrapped = evaluateAs(body, name) as (...args: unknown[]) => void
  wrapped.call(
    module.exports,
    module.exports,
    Object.assign(requireFrom(name), { main: mainModule }),
    module,
    name,
    path.dirname(name),
  )
}

/** Evaluate under a name, which errors then show; plain `eval` gives none. */
const { __evalNamed: evaluateAs } = globalThis as unknown as { __evalNamed: (code: string, name: string) => unknown }
Reflect.deleteProperty(globalThis, '__evalNamed')

const mainModule = { exports: {} as unknown }
let unsettled = false

function start(): void {
  const line = readCommandLine(program.command, program.args)
  if (line.kind === 'say') {
    write(line.code === 0 ? 'stdout' : 'stderr', line.text)
    process.exitCode = line.code
    return
  }
  const here = line.kind === 'file' ? path.resolve(line.target) : `${process.cwd()}/[eval]`
  process.argv.push(process.execPath, ...(line.kind === 'file' ? [here] : []), ...line.rest)
  if (line.kind !== 'file') return runText(line.kind === 'stdin' ? program.stdin : line.target, here, line)
  const file = host('resolveMain', here) as string | undefined
  if (file === undefined) {
    const missing = codedError('MODULE_NOT_FOUND', `Cannot find module '${here}'`)
    throw Object.assign(missing, { requireStack: [] })
  }
  process.argv[1] = file
  if (hostText('format', file) === 'module') return runModule(`import(${JSON.stringify(file)})`)
  loaded.set(file, mainModule)
  const source = hostText('source', file)
  asModuleOnAwait(source, () => runCommon(source, file, mainModule))
}

/** Awaiting at the top is an error of syntax in a script; Node then tries the text as a module. */
function asModuleOnAwait(text: string, run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/\bawait\b/.test(text)) throw error
    return runModule(text)
  }
}

function runText(text: string, here: string, line: { readonly print: boolean; readonly module: boolean }): void {
  if (line.module || hostText('looksLikeModule', text) === 'true') return runModule(text)
  Object.assign(globalThis, {
    require: requireFrom(here),
    module: mainModule,
    exports: mainModule.exports,
    __filename: '[eval]',
    __dirname: '.',
  })
  const value = asModuleOnAwait(text, () => evaluateAs(hostText('strip', text, here + '.ts'), '[eval]'))
  if (line.print) console.log(value)
}

function runModule(text: string): void {
  unsettled = true
  const done = (): void => {
    unsettled = false
  }
  const importing = (
    text.startsWith('import(') ? evaluateAs(text, process.cwd() + '/[eval]') : importText(text)
  ) as Promise<unknown>
  importing.then(done, (error: unknown) => {
    done()
    report(error)
  })
}

function importText(text: string): unknown {
  host('evalModule', text)
  return evaluateAs("import('/[eval].mjs')", '[eval]')
}

/** What Node prints when nothing caught an error; the program ends with 1. */
function report(error: unknown): void {
  if (error === exiting || hasLeft()) return
  if (process.listenerCount('uncaughtException') > 0 && process.emit('uncaughtException', error)) return
  const text =
    error instanceof Error
      ? stackOf(error)
      : `Uncaught:\n${util.inspect(error)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`
  const code = error instanceof Error && 'code' in error ? ` {\n  code: ${util.inspect(error.code)}\n}` : ''
  write('stderr', `${text}${code}\n\nNode.js ${process.version}\n`)
  host('exit', 1)
}

function guarded(action: () => string): string {
  try {
    return action()
  } catch (error) {
    if (error instanceof Error && /out of memory/.test(error.message)) return 'memory'
    report(error)
    return ''
  }
}

// QuickJS has an error of its own for what is a RangeError elsewhere.
const { InternalError } = globalThis as unknown as { InternalError: ErrorConstructor }
Object.setPrototypeOf(InternalError.prototype, RangeError.prototype)
Object.assign(InternalError.prototype, { constructor: RangeError, name: 'RangeError' })
Object.assign(Error, { captureStackTrace: () => undefined })
Number.prototype.toLocaleString = function () {
  const [whole = '', part] = String(Math.round(Number(this) * 1000) / 1000).split('.')
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + (part === undefined ? '' : `.${part}`)
}
Object.assign(globalThis, webGlobals, { global: globalThis, globalThis, process, console, Buffer })
Object.defineProperty(globalThis, '__hooks', {
  enumerable: false,
  value: {
    builtins: () =>
      JSON.stringify(
        Object.fromEntries(Object.entries(builtins).map(([name, value]) => [name, Object.keys(value as object)])),
      ),
    builtin: (name: string) => builtins[name],
    require: load,
    meta: (name: string) => ({
      url: `file://${name}`,
      filename: name,
      dirname: path.dirname(name),
      resolve: (request: string) => `file://${hostText('resolve', request, name, true)}`,
    }),
    start: () =>
      guarded(() => {
        process.begin()
        start()
        runTicks()
        return ''
      }),
    /** Wrapped around each call whose result nobody takes: a promise that fails there was left alone. */
    dropped: <T>(value: T): T => {
      if (value instanceof Promise) value.then(undefined, report)
      return value
    },
    turn: () =>
      guarded(() => {
        runTicks()
        const wait = turn(report)
        if (wait !== undefined) return String(wait)
        if (unsettled) {
          write('stderr', 'Warning: Detected unsettled top-level await\n')
          host('exit', 13)
        }
        process.emit('beforeExit', process.exitCode ?? 0)
        process.emit('exit', process.exitCode ?? 0)
        return 'done'
      }),
  },
})
