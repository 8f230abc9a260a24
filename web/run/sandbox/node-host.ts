import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import type { Program } from '../simulate/messages.ts'
import { looksLikeModule } from './node-modules.ts'
import type { NodeModules } from './node-modules.ts'
import type { Volume } from './volume.ts'
import type { OutputSender } from './worker-port.ts'

/** What the process works on, once it has begun. */
export interface Work {
  readonly program: Program
  readonly volume: Volume
  readonly sender: OutputSender
  readonly modules: NodeModules
}

/** What the process has said about its own end. */
export interface HostState {
  exitCode: number | undefined
  exited: boolean
  work: Work | undefined
}

type Plain = string | number | boolean | Uint8Array | undefined

/** Give the VM its one door: `__host(operation, ...arguments)`, in which only text, numbers and bytes pass. */
export function bindHost(vm: QuickJSContext, state: HostState): void {
  const operations = operationsOf(state)
  vm.newFunction('__host', (name, ...handles) => {
    const operation = operations[vm.getString(name)]
    if (operation === undefined) throw new Error('no such operation')
    return toVm(vm, operation(...handles.map((handle) => fromVm(vm, handle))))
  }).consume((door) => vm.setProp(vm.global, '__host', door))
  vm.newFunction('__evalNamed', (code, name) => {
    const result = vm.evalCode(vm.getString(code), vm.getString(name), { type: 'global' })
    return result.error ? { error: result.error } : result.value
  }).consume((door) => vm.setProp(vm.global, '__evalNamed', door))
}

function operationsOf(state: HostState): Record<string, (...args: Plain[]) => Plain | void> {
  const encoder = new TextEncoder()
  const work = (): Work => {
    if (state.work === undefined) throw new Error('the program has not begun')
    return state.work
  }
  const bytes = (value: Plain): Uint8Array =>
    value instanceof Uint8Array ? value : encoder.encode(String(value ?? ''))
  const text = (value: Plain): string => String(value ?? '')
  return Object.assign(Object.create(null) as object, {
    program: () => {
      const { command, args, env, cwd, stdin } = work().program
      return JSON.stringify({ command, args, env, cwd, stdin })
    },
    write: (stream: Plain, data: Plain) => work().sender.write(stream === 'stderr' ? 'stderr' : 'stdout', bytes(data)),
    exit: (code: Plain) => {
      if (!state.exited) state.exitCode = Number(code)
      state.exited = true
    },
    exitCode: (code: Plain) => {
      state.exitCode = Number(code)
    },
    now: () => performance.timeOrigin + performance.now(),
    encode: (value: Plain) => encoder.encode(text(value)),
    decode: (value: Plain, encoding: Plain, fatal: Plain) =>
      new TextDecoder(text(encoding) || 'utf-8', { fatal: fatal === true, ignoreBOM: true }).decode(bytes(value)),
    random: (count: Plain) => crypto.getRandomValues(new Uint8Array(Math.min(65536, Number(count)))),
    url: (href: Plain, base: Plain) => urlParts(text(href), base === undefined ? undefined : text(base)),
    read: (path: Plain) => work().volume.read(text(path)),
    writeFile: (path: Plain, data: Plain) => work().volume.write(text(path), bytes(data).slice()),
    append: (path: Plain, data: Plain) => work().volume.append(text(path), bytes(data).slice()),
    list: (path: Plain) => JSON.stringify(work().volume.list(text(path))),
    stat: (path: Plain) => JSON.stringify(work().volume.at(text(path))),
    kind: (path: Plain) => work().volume.find(text(path))?.kind,
    mkdir: (path: Plain, recursive: Plain) => work().volume.mkdir(text(path), recursive === true),
    remove: (path: Plain, recursive: Plain) => work().volume.remove(text(path), recursive === true),
    rename: (from: Plain, to: Plain) => work().volume.rename(text(from), text(to)),
    source: (path: Plain) => work().modules.source(text(path)),
    strip: (code: Plain, path: Plain) => work().modules.prepare(text(code), text(path)),
    format: (path: Plain) => work().modules.formatOf(text(path)),
    resolveMain: (path: Plain) => work().modules.find(text(path)),
    looksLikeModule: (code: Plain) => String(looksLikeModule(text(code))),
    evalModule: (code: Plain) => void (work().modules.evaluated = text(code)),
    resolve: (request: Plain, from: Plain, esm: Plain) =>
      work().modules.resolve(text(request), text(from), esm === true),
  })
}

function fromVm(vm: QuickJSContext, handle: QuickJSHandle): Plain {
  switch (vm.typeof(handle)) {
    case 'string':
      return vm.getString(handle)
    case 'number':
      return vm.getNumber(handle)
    case 'boolean':
      return vm.dump(handle) === true
    case 'object':
      return vm.getArrayBuffer(handle).consume((view) => view.value.slice())
    default:
      return undefined
  }
}

function toVm(vm: QuickJSContext, value: Plain | void): QuickJSHandle {
  if (typeof value === 'string') return vm.newString(value)
  if (typeof value === 'number') return vm.newNumber(value)
  if (typeof value === 'boolean') return value ? vm.true : vm.false
  if (value instanceof Uint8Array) return vm.newArrayBuffer(value.slice().buffer)
  return vm.undefined
}

function urlParts(href: string, base: string | undefined): string {
  const url = new URL(href, base)
  const { protocol, username, password, host, hostname, port, pathname, search, hash, origin } = url
  return JSON.stringify({
    href: url.href,
    protocol,
    username,
    password,
    host,
    hostname,
    port,
    pathname,
    search,
    hash,
    origin,
  })
}
