import { isDeadly, signalName, signals } from '../../signals.ts'
import { withAbsent } from './absent.ts'
import { errnoNumbers } from './errno.ts'
import { coded, invalidArgType, outOfRange } from './errors.ts'
import { EmitterClass } from './events.ts'
import { die, exit } from './faults.ts'
import { host, hostText, nodeVersion, takeProgram, write } from './host.ts'
import { modeOf, systemError } from './fs-paths.ts'
import { inspect } from './inspect.ts'
import { Input, Output } from './stdio.ts'
import { nextTick } from './ticks.ts'
import { setImmediate } from './timers.ts'
import { checkInteger, checkString } from './validate.ts'

let startedAt = 0
let cwd = '/'
let exitCode: number | string | undefined
let umask = 0o22

const now = (): number => Number(host('now')) - startedAt

function hrtime(before?: readonly [number, number]): [number, number] {
  const nanos = Math.round(now() * 1e6)
  const time: [number, number] = [Math.floor(nanos / 1e9), nanos % 1e9]
  if (before === undefined) return time
  if (!Array.isArray(before)) throw invalidArgType('time', 'Array', before)
  if (before.length !== 2) throw outOfRange('time', '2', before.length)
  const [seconds, rest] = [time[0] - before[0], time[1] - before[1]]
  return rest < 0 ? [seconds - 1, rest + 1e9] : [seconds, rest]
}
hrtime.bigint = (): bigint => BigInt(Math.round(now() * 1e6))

/**
 * The name of the long-term support release line of the simulated Node version; undefined if this table has no name for
 * it.
 */
const longTerm = { 18: 'Hydrogen', 20: 'Iron', 22: 'Jod', 24: 'Krypton' }[nodeVersion.slice(1, 3)]

/** Signals that stop a process until another signal continues it. */
const stopping = ['SIGSTOP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU']

/** Signals that Node ignores or uses to start its debugger. */
const ignoredByNode = ['SIGPIPE', 'SIGXFSZ', 'SIGUSR1']

/** A system error of a `process` function, such as `kill ESRCH`. */
function refused(code: 'EINVAL' | 'ESRCH', call: string): Error {
  return Object.assign(new Error(`${call} ${code}`), { errno: errnoNumbers[code], code, syscall: call })
}

interface WarningOptions {
  readonly type?: unknown
  readonly code?: unknown
  readonly detail?: unknown
}

/** The environment, which converts every value to a string, as in Node. */
function environment(given: Readonly<Record<string, string>>): Record<string, string> {
  const texts = { ...given }
  const text = (value: unknown): string => {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string')
    return String(value)
  }
  return new Proxy(texts, {
    set(target, name, value) {
      target[text(name)] = text(value)
      if (name === 'TZ') host('zone', text(value))
      return true
    },
    deleteProperty(target, name) {
      if (name === 'TZ') host('zone')
      return Reflect.deleteProperty(target, name)
    },
  })
}

/** Check `process.exitCode`, which must be unset, an integer, or a string that contains an integer. */
function checkExitCode(code: unknown, name: string): void {
  if (code === undefined || code === null) return
  const number = typeof code === 'string' && code !== '' ? Number(code) : code
  if (typeof number !== 'number' || (typeof code === 'string' && Number.isNaN(number)))
    throw invalidArgType(name, 'number', code)
  checkInteger(number, name)
}

class Process extends EmitterClass {
  readonly argv: string[] = []
  readonly execArgv: string[] = []
  env: Record<string, string> = {}
  execPath = '/usr/bin/node'
  argv0 = 'node'
  title = 'node'
  readonly pid = 2
  readonly ppid = 1
  readonly platform = 'linux'
  readonly arch = 'x64'
  readonly version = nodeVersion
  readonly versions: Record<string, string> = { node: nodeVersion.slice(1), quickjs: '2025-09-13' }
  readonly release: Record<string, string> = { name: 'node', ...(longTerm && { lts: longTerm }) }
  readonly features = { cached_builtins: true, require_module: true }
  readonly allowedNodeEnvironmentFlags = new Set<string>()
  _exiting = false
  readonly stdout = new Output('stdout', 1)
  readonly stderr = new Output('stderr', 2)
  readonly stdin = new Input()
  readonly nextTick = nextTick
  readonly hrtime = hrtime

  get exitCode(): number | string | undefined {
    return exitCode
  }

  set exitCode(code: number | string | undefined | null) {
    checkExitCode(code, 'code')
    exitCode = code ?? undefined
    host('exitCode', Number(code ?? 0))
  }

  readonly exit = (code?: number | string | null): never => {
    checkExitCode(code, 'code')
    if (code !== undefined && code !== null) this.exitCode = code
    return exit(this)
  }

  readonly abort = (): never => die('SIGABRT')

  readonly kill = (pid: unknown, signal?: unknown): boolean => {
    if (pid != (Number(pid) | 0) || pid === null) throw invalidArgType('pid', 'number', pid)
    const number = typeof signal === 'number' ? signal : signals[String(signal || 'SIGTERM')]
    if (number === undefined) throw coded(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${String(signal)}`)
    const fault = this._kill(Number(pid), number)
    if (fault !== undefined) throw refused(fault, 'kill')
    return true
  }

  /**
   * Send a signal to the program: call its listeners, end it, or do nothing. Returns an error code for an unknown
   * signal or another process.
   */
  _kill = (pid: number, signal: number): 'EINVAL' | 'ESRCH' | undefined => {
    const name = signalName(signal)
    if (signal !== 0 && name === undefined) return 'EINVAL'
    if (pid !== this.pid && pid !== 0) return 'ESRCH'
    if (name === undefined) return undefined
    if (stopping.includes(name))
      throw coded(Error, 'ERR_NOT_SIMULATED', `The simulation cannot stop Node with ${name}. Use a real run.`)
    if (name !== 'SIGKILL' && this.listenerCount(name) > 0) setImmediate(() => this.emit(name, name)).unref()
    else if (isDeadly(name) && !ignoredByNode.includes(name)) die(name)
    return undefined
  }

  readonly cwd = (): string => cwd

  readonly chdir = (path: unknown): void => {
    checkString(path, 'directory')
    const to = path.startsWith('/') ? path : `${cwd}/${path}`
    const kind = host('kind', to)
    if (kind !== 'directory') {
      const [code, why] = kind === undefined ? ['ENOENT', 'no such file or directory'] : ['ENOTDIR', 'not a directory']
      throw systemError(code, why, 'chdir', cwd, path)
    }
    cwd = hostText('realpath', to)
  }

  readonly umask = (mask?: unknown): number => {
    const was = umask
    if (mask !== undefined) umask = modeOf(mask, 'mask') & 0o777
    return was
  }

  readonly uptime = (): number => now() / 1000

  readonly memoryUsage = Object.assign(
    () => ({ rss: 2 ** 25, heapTotal: 2 ** 24, heapUsed: 2 ** 23, external: 2 ** 20, arrayBuffers: 2 ** 14 }),
    { rss: () => 2 ** 25 },
  )

  evaluated = false

  readonly emitWarning = (warning: unknown, ...rest: unknown[]): void => {
    const [first] = rest
    const isOptions = typeof first === 'object' && first !== null && !Array.isArray(first)
    const given: WarningOptions = isOptions ? first : { type: first, code: rest[1] }
    const type = typeof given.type === 'function' || (isOptions && !given.type) ? 'Warning' : given.type
    const code = typeof given.type === 'function' || typeof given.code === 'function' ? undefined : given.code
    if (type !== undefined) checkString(type, 'type')
    if (code !== undefined) checkString(code, 'code')
    let error: Error & { code?: unknown; detail?: unknown }
    if (typeof warning === 'string') {
      error = new Error(warning)
      error.name = type || 'Warning'
      if (code !== undefined) error.code = code
      if (typeof given.detail === 'string') error.detail = given.detail
    } else if (warning instanceof Error) error = warning
    else throw invalidArgType('warning', ['Error', 'string'], warning)
    if (error.name === 'DeprecationWarning' && (this as { noDeprecation?: unknown }).noDeprecation === true) return
    nextTick(() => this.emit('warning', error))
  }
}

/** The ID of the simulation's only user and only group. Both are unprivileged. */
const unprivileged = (): number => 65534
const users = { getuid: unprivileged, geteuid: unprivileged, getgid: unprivileged, getegid: unprivileged }

/** The `process` object of the program. */
export const process = Object.assign(new Process(), users, { getgroups: () => [65534] }, withAbsent('process', {}))

Object.defineProperty(process, 'evaluated', { enumerable: false })
Object.defineProperty(process, Symbol.toStringTag, { value: 'process', configurable: true })
Object.defineProperty(process, inspect.custom, { value: undefined, enumerable: false, writable: true })

let warned = false
/** The listener that prints warnings. It is not added with `NODE_NO_WARNINGS=1` or `--no-warnings`. */
const printWarning = (warning: unknown): void => {
  const { name, code, message, detail } = warning as Error & { code?: string; detail?: string }
  const label = code === undefined ? '' : `[${code}] `
  const hint = warned
    ? ''
    : `(Use \`node --trace-${name === 'DeprecationWarning' ? 'deprecation' : 'warnings'} ...\` to show where the warning was created)\n`
  warned = true
  write(
    'stderr',
    `(node:${process.pid}) ${label}${name}: ${message}\n${detail === undefined ? '' : `${detail}\n`}${hint}`,
  )
}
process.on('warning', printWarning)

/** Set up `process` for the current program. */
export function beginProcess(): void {
  const { command, args, env, cwd: directory } = takeProgram()
  startedAt = Number(host('now'))
  cwd = directory
  process.env = environment(env)
  const script = args.findIndex((arg) => !arg.startsWith('-'))
  const own = script === -1 ? args : args.slice(0, script)
  const options = `${env.NODE_OPTIONS ?? ''} ${own.join(' ')} `
  if (env.NODE_NO_WARNINGS === '1' || /(?:^| )--no-warnings /.test(options)) process.off('warning', printWarning)
  if (command.startsWith('/')) process.execPath = command
}
