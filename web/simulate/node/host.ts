import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import type { Channel, Program } from '../messages.ts'
import { NodeFault } from './fault.ts'
import { fileOperations } from './files.ts'
import { bytes, fromVm, text, toVm, type Plain } from './plain.ts'
import { bytesOf, textOf } from './text.ts'
import { intlOperations } from './intl.ts'
import { urlOperations } from './urls.ts'
import type { TimeZone } from '../host/time-zone.ts'
import { looksLikeModule } from './source.ts'
import type { NodeModules } from './modules.ts'
import type { RejectionWatch } from './rejections.ts'
import type { Volume } from '../host/volume.ts'

/** The output streams of the process. */
export interface Output {
  write(channel: Channel, bytes: Uint8Array): void
}

/** The input of a started process. */
interface Work {
  readonly program: Program
  readonly volume: Volume
  readonly sender: Output
  readonly modules: NodeModules
  /** Scripts of the Node layer that were loaded for this program, by name. */
  readonly scripts: ReadonlyMap<string, string>
}

/** The state of the host, including the ending that the process requested. */
export interface HostState {
  exitCode: number | undefined
  exited: boolean
  /** The signal with which the program ended itself; undefined if it did not. */
  signal: string | undefined
  work: Work | undefined
  rejections: RejectionWatch | undefined
  /** The time zone of the engine. */
  readonly zone: TimeZone
}

/** Install the host functions of the VM. `__host(operation, ...arguments)` accepts only text, numbers and bytes. */
export function bindHost(vm: QuickJSContext, state: HostState): void {
  const operations = operationsOf(state)
  vm.newFunction('__host', (name, ...handles) => {
    const operation = operations[vm.getString(name)]
    if (operation === undefined) throw new Error('unknown operation')
    // After the exit, jobs can still run until the engine's next check. Their effects are ignored.
    if (state.exited) throw new Error('the program has ended')
    try {
      return toVm(vm, operation(...handles.map((handle) => fromVm(vm, handle))))
    } catch (error) {
      if (error instanceof NodeFault) return { error: faultInVm(vm, error) }
      throw error
    }
  }).consume((door) => vm.setProp(vm.global, '__host', door))
  vm.newFunction('__promiseOf', (promise) => {
    const state = vm.getPromiseState(promise)
    if (state.type === 'pending') return vm.newString('pending')
    const settled = state.type === 'fulfilled' ? state.value : state.error
    const pair = vm.newArray()
    vm.setProp(pair, 0, vm.newString(state.type))
    vm.setProp(pair, 1, settled)
    settled.dispose()
    return pair
  }).consume((door) => vm.setProp(vm.global, '__promiseOf', door))
  vm.newFunction('__forgetRejections', (error) => {
    state.rejections?.drop((reason) => vm.sameValue(reason, error))
  }).consume((door) => vm.setProp(vm.global, '__forgetRejections', door))
  vm.newFunction('__importNow', (path) => {
    const code = `import * as m from ${JSON.stringify(vm.getString(path))}; __hooks.take(m)`
    const result = vm.evalCode(code, '/[require].mjs', { type: 'module' })
    return result.error ? { error: result.error } : result.value
  }).consume((door) => vm.setProp(vm.global, '__importNow', door))
  vm.newFunction('__evalNamed', (code, name) => {
    const result = vm.evalCode(vm.getString(code), vm.getString(name), { type: 'global' })
    return result.error ? { error: result.error } : result.value
  }).consume((door) => vm.setProp(vm.global, '__evalNamed', door))
}

/** The result of `atob` or `btoa`; undefined for characters that cannot be converted. */
function base64(convert: (text: string) => string, value: string): string | undefined {
  try {
    return convert(value)
  } catch {
    return undefined
  }
}

function encodingName(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return ''
  }
}

/** The error as the program sees it. The Node layer creates it with a class of the program's realm. */
export function faultInVm(vm: QuickJSContext, fault: NodeFault): QuickJSHandle {
  const facts = JSON.stringify([fault.code, fault.message, fault.kind])
  return vm.unwrapResult(vm.evalCode(`__hooks.fault(...${facts})`, 'node:internal'))
}

function operationsOf(state: HostState): Record<string, (...args: Plain[]) => Plain | void> {
  const work = (): Work => {
    if (state.work === undefined) throw new Error('the program has not started')
    return state.work
  }
  /** The decoders of the program within a stream, by number. */
  const decoders = new Map<number, TextDecoder>()
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
    signal: (name: Plain) => {
      state.signal = text(name)
    },
    exitCode: (code: Plain) => {
      if (!state.exited) state.exitCode = Number(code)
    },
    now: () => performance.timeOrigin + performance.now(),
    bytesOf: (value: Plain, encoding: Plain) => bytesOf(text(value), text(encoding)),
    textOf: (value: Plain, encoding: Plain) => textOf(bytes(value), text(encoding)),
    line: (path: Plain, line: Plain) => lineOf(work().volume, text(path), Number(line)),
    compareTexts: (one: Plain, other: Plain) => collator.compare(text(one), text(other)),
    atob: (value: Plain) => base64(atob, text(value)),
    btoa: (value: Plain) => base64(btoa, text(value)),
    encodingName: (label: Plain) => encodingName(text(label)),
    decode(value: Plain, id: Plain, label: Plain, fatal: Plain, ignoreBOM: Plain, stream: Plain) {
      const options = { fatal: fatal === true, ignoreBOM: ignoreBOM === true }
      const decoder = decoders.get(Number(id)) ?? new TextDecoder(text(label), options)
      if (stream === true) decoders.set(Number(id), decoder)
      else decoders.delete(Number(id))
      return decoder.decode(bytes(value), { stream: stream === true })
    },
    random: (count: Plain) => crypto.getRandomValues(new Uint8Array(Math.min(65536, Number(count)))),
    ...urlOperations,
    ...intlOperations(state.zone),
    ...fileOperations(() => work().volume),
    part: (name: Plain) => work().scripts.get(text(name)) ?? '',
    cwd: () => work().program.cwd,
    text: (path: Plain) => new TextDecoder().decode(work().volume.read(text(path))),
    source: (path: Plain) => work().modules.source(text(path)),
    prepare: (code: Plain, path: Plain) => work().modules.prepare(text(code), text(path)),
    format: (path: Plain) => work().modules.formatOf(text(path)),
    resolveMain: (path: Plain) => work().modules.find(text(path)),
    looksLikeModule: (code: Plain) => looksLikeModule(text(code)),
    evalModule: (code: Plain) => void (work().modules.evaluated = text(code)),
    resolve: (request: Plain, from: Plain, esm: Plain) =>
      work().modules.resolve(text(request), text(from), esm === true),
  })
}

const collator = new Intl.Collator('en-US')

function lineOf(volume: Volume, path: string, line: number): string {
  if (volume.find(path)?.kind !== 'file') return ''
  return new TextDecoder().decode(volume.read(path)).split('\n')[line - 1] ?? ''
}
