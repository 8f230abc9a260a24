import { coded, invalidArgType } from './errors.ts'
import { EmitterClass } from './events.ts'
import { exit, leave } from './faults.ts'
import { host, hostText, nodeVersion, takeProgram, write } from './host.ts'
import { inspect } from './inspect.ts'
import { Input, Output } from './stdio.ts'
import { nextTick } from './ticks.ts'
import { checkInteger, checkObject, checkString } from './validate.ts'

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
  if (before.length !== 2)
    throw coded(
      RangeError,
      'ERR_OUT_OF_RANGE',
      `The value of "time" is out of range. It must be 2. Received ${before.length}`,
    )
  const [seconds, rest] = [time[0] - before[0], time[1] - before[1]]
  return rest < 0 ? [seconds - 1, rest + 1e9] : [seconds, rest]
}
hrtime.bigint = (): bigint => BigInt(Math.round(now() * 1e6))

interface WarningOptions {
  readonly type?: string
  readonly code?: string
  readonly detail?: string
}

/** What `process.exitCode` takes: a whole number, also as text. */
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
  readonly release = { name: 'node' }
  readonly config = { target_defaults: {}, variables: {} }
  readonly features = { inspector: false, debug: false, uv: false, ipv6: false, tls: false }
  readonly allowedNodeEnvironmentFlags = new Set<string>()
  debugPort = 9229
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

  readonly reallyExit = (code?: number): never => leave(Number(code ?? 0))

  readonly abort = (): never => leave(134)

  readonly kill = (pid: unknown, signal: unknown = 'SIGTERM'): boolean => {
    if (typeof pid !== 'number') throw invalidArgType('pid', 'number', pid)
    if (typeof signal === 'string' && !/^SIG[A-Z0-9]+$/.test(signal))
      throw coded(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${signal}`)
    if (pid !== this.pid) throw Object.assign(new Error('kill ESRCH'), { errno: -3, code: 'ESRCH', syscall: 'kill' })
    if (signal === 0) return true
    if (!this.emit(String(signal), signal)) leave(128 + (signal === 'SIGKILL' ? 9 : signal === 'SIGINT' ? 2 : 15))
    return true
  }

  readonly cwd = (): string => cwd

  readonly chdir = (path: unknown): void => {
    checkString(path, 'directory')
    const to = path.startsWith('/') ? path : `${cwd}/${path}`
    const kind = host('kind', to)
    if (kind !== 'directory') {
      const [code, why, errno] =
        kind === undefined ? ['ENOENT', 'no such file or directory', -2] : ['ENOTDIR', 'not a directory', -20]
      const error = new Error(`${code}: ${why}, chdir '${cwd}' -> '${path}'`)
      throw Object.assign(error, { errno, code, syscall: 'chdir', path: cwd, dest: path })
    }
    cwd = hostText('realpath', to)
  }

  readonly umask = (mask?: number): number => {
    const was = umask
    if (mask !== undefined) umask = Number(mask) & 0o777
    return was
  }

  readonly uptime = (): number => now() / 1000

  readonly memoryUsage = Object.assign(
    () => ({ rss: 2 ** 25, heapTotal: 2 ** 24, heapUsed: 2 ** 23, external: 2 ** 20, arrayBuffers: 2 ** 14 }),
    { rss: () => 2 ** 25 },
  )

  readonly constrainedMemory = (): number => 2 ** 28
  readonly availableMemory = (): number => 2 ** 27
  readonly cpuUsage = (before?: unknown): { user: number; system: number } => {
    if (before !== undefined) checkObject(before, 'prevValue')
    const { user = 0 } = (before ?? {}) as { readonly user?: number }
    return { user: Math.round(now() * 1000) - user, system: 0 }
  }

  readonly resourceUsage = (): object => ({ userCPUTime: Math.round(now() * 1000), systemCPUTime: 0, maxRSS: 2 ** 15 })
  readonly getuid = (): number => 65534
  readonly geteuid = (): number => 65534
  readonly getgid = (): number => 65534
  readonly getegid = (): number => 65534
  readonly getgroups = (): number[] => [65534]
  readonly getActiveResourcesInfo = (): string[] => []

  captures: ((error: unknown) => void) | undefined
  readonly setUncaughtExceptionCaptureCallback = (capture: unknown): void => {
    if (capture === null) this.captures = undefined
    else {
      if (typeof capture !== 'function') throw invalidArgType('fn', ['function', 'null'], capture)
      this.captures = capture as (error: unknown) => void
    }
  }
  readonly hasUncaughtExceptionCaptureCallback = (): boolean => this.captures !== undefined
  unhandledRejections = 'throw'
  evaluated = false

  readonly emitWarning = (warning: unknown, ...rest: unknown[]): void => {
    const given = typeof rest[0] === 'object' && rest[0] !== null ? (rest[0] as WarningOptions) : undefined
    const [type, code] = given === undefined ? rest : [given.type, given.code]
    const kind = typeof type === 'string' && type !== '' ? type : 'Warning'
    let error: Error & { code?: unknown; detail?: unknown }
    if (typeof warning === 'string') {
      error = new Error(warning)
      error.name = kind
      if (code !== undefined && typeof code !== 'function') error.code = code
      if (given?.detail !== undefined) error.detail = given.detail
    } else if (warning instanceof Error) error = warning
    else throw invalidArgType('warning', ['Error', 'string'], warning)
    if (error.name === 'DeprecationWarning' && (this as { noDeprecation?: unknown }).noDeprecation === true) return
    nextTick(() => this.emit('warning', error))
  }

  readonly binding = (name: unknown): never => {
    throw new Error(`No such module: ${String(name)}`)
  }

  readonly dlopen = (): never => {
    throw coded(Error, 'ERR_NOT_SIMULATED', 'The simulation loads no native modules; run for real')
  }
}

export const process = new Process()

const hidden = ['captures', 'unhandledRejections', 'evaluated']
for (const name of hidden) Object.defineProperty(process, name, { enumerable: false })
Object.defineProperty(process, Symbol.toStringTag, { value: 'process', configurable: true })
Object.defineProperty(process, inspect.custom, { value: undefined, enumerable: false, writable: true })

/** Environment as Node keeps it: every value is text. */
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
    defineProperty(target, name, descriptor) {
      const { value, configurable, writable, enumerable } = descriptor
      if (!('value' in descriptor))
        throw coded(
          TypeError,
          'ERR_INVALID_OBJECT_DEFINE_PROPERTY',
          "'process.env' does not accept an accessor(getter/setter) descriptor",
        )
      if (configurable !== true || writable !== true || enumerable !== true)
        throw coded(
          TypeError,
          'ERR_INVALID_OBJECT_DEFINE_PROPERTY',
          "'process.env' only accepts a configurable, writable, and enumerable data descriptor",
        )
      target[text(name)] = text(value)
      if (name === 'TZ') host('zone', text(value))
      return true
    },
  })
}

let warned = false
process.on('warning', (warning: unknown) => {
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
})

/** Take on the program that is to run. */
export function beginProcess(): void {
  const { command, env, cwd: directory } = takeProgram()
  startedAt = Number(host('now'))
  cwd = directory
  process.env = environment(env)
  if (command.startsWith('/')) process.execPath = command
}
