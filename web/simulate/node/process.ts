import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import type { Program, SandboxEnding } from '../messages.ts'
import { NodeFault } from './fault.ts'
import { bindHost, faultInVm } from './host.ts'
import type { HostState, Output } from './host.ts'
import { NodeModules } from './modules.ts'
import type { BuiltinNames, Typescript } from './modules.ts'
import { restoreImage } from './memory-image.ts'
import type { MemoryImage } from './memory-image.ts'
import type { LoadedParts } from './parts.ts'
import type { Engine } from './quickjs-boot.ts'
import { RejectionWatch } from './rejections.ts'
import type { Volume } from '../host/volume.ts'

/**
 * The size of the engine's stack in bytes. A call needs about 170 bytes, and deep recursion throws a RangeError that
 * the program can catch. Each call also needs four times as many bytes of the browser's stack, which has 500 KB for a
 * worker in Chromium.
 */
const stackBytes = 128 * 1024

/** The number of jobs between two checks whether the program has exited. */
const slice = 1000

export interface NodeProcess {
  run(program: Program, volume: Volume, sender: Output, parts: LoadedParts): Promise<SandboxEnding>
}

/**
 * A new VM that has Node's modules and waits for its program. The modules come from evaluating the Node layer, or from
 * a memory image of an engine that evaluated it. Both cases create the VM with the same steps, so that each handle has
 * the same address in both memories.
 */
export function prepareNode(engine: Engine, layer: string | MemoryImage): NodeProcess {
  const runtime = engine.quickjs.newRuntime()
  const vm = runtime.newContext()
  const state: HostState = {
    exitCode: undefined,
    exited: false,
    signal: undefined,
    work: undefined,
    rejections: undefined,
    zone: engine.zone,
  }
  runtime.setMaxStackSize(stackBytes)
  bindHost(vm, state)
  const rejections = new RejectionWatch(engine, runtime, vm, () => state.exited)
  state.rejections = rejections
  if (typeof layer === 'string') evaluate(vm, layer, 'node:internal')
  else restoreImage(engine, layer)
  return {
    run(program, volume, sender, parts) {
      const builtins: BuiltinNames = {
        ...(JSON.parse(call(vm, 'builtins')) as Pick<BuiltinNames, 'present' | 'absent'>),
        exportsOf: (name) => JSON.parse(call(vm, 'exportsOf', name)) as readonly string[],
      }
      const modules = new NodeModules(
        volume,
        builtins,
        typescriptOf(program.command, call(vm, 'version'), parts.typescript),
      )
      state.zone.set(program.env.TZ)
      state.work = { program, volume, sender, modules, scripts: parts.scripts }
      setLoader(vm, runtime, modules)
      return new Life(vm, runtime, state, rejections).live()
    },
  }
}

/** The TypeScript support. Node strips types since 22.18 and 23.6; a TypeScript runner always does. */
function typescriptOf(command: string, version: string, strip: Typescript['strip']): Typescript {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  const lenient = command.slice(command.lastIndexOf('/') + 1) === 'tsx'
  return {
    lenient,
    strip,
    strips: lenient || major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18),
  }
}

/**
 * Set the module loader. The engine ignores errors during resolution, but throws errors during loading. Therefore, a
 * failed request gets a special name, and loading that name throws the error.
 */
function setLoader(vm: QuickJSContext, runtime: QuickJSRuntime, modules: NodeModules): void {
  const faults = new Map<string, unknown>()
  const load = (name: string): string | { error: Error } => {
    try {
      if (faults.has(name)) throw faults.get(name)
      return modules.load(name)
    } catch (error) {
      return { error: (error instanceof NodeFault ? faultInVm(vm, error) : error) as Error }
    }
  }
  const normalize = (from: string, request: string): string => {
    try {
      return modules.normalize(from, request)
    } catch (error) {
      const name = `/[fault ${faults.size + 1}]`
      faults.set(name, error)
      return name
    }
  }
  runtime.setModuleLoader(load, normalize)
}

/** One program from its first line to its end. */
class Life {
  readonly #vm: QuickJSContext
  readonly #runtime: QuickJSRuntime
  readonly #state: HostState
  readonly #rejections: RejectionWatch

  constructor(vm: QuickJSContext, runtime: QuickJSRuntime, state: HostState, rejections: RejectionWatch) {
    this.#vm = vm
    this.#runtime = runtime
    this.#state = state
    this.#rejections = rejections
  }

  /** Run like `node`: the main script, then microtasks and timers in real time until none are left. */
  async live(): Promise<SandboxEnding> {
    try {
      const fault = call(this.#vm, 'start') || (await this.#loop())
      if (fault === 'memory') return { kind: 'out-of-memory' }
      return endingOf(this.#state)
    } catch (error) {
      return endingOfCrash(error, this.#state)
    }
  }

  /** Run turns until the VM is done. After each turn, the VM returns the time until the next turn. */
  async #loop(): Promise<string> {
    for (;;) {
      const fault = this.#drain()
      if (fault !== '' || this.#state.exited) return fault
      const next = call(this.#vm, 'turn')
      if (next === 'memory') return next
      if (this.#state.exited || next === 'done') return ''
      const wait = Number(next)
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  /** Between two turns, run ticks and then jobs until both queues are empty. Then report unhandled rejections. */
  #drain(): string {
    do {
      do {
        const fault = call(this.#vm, 'ticks') || this.#jobs()
        if (fault !== '' || this.#state.exited) return fault
      } while (call(this.#vm, 'hasTicks') !== '')
    } while (this.#tellRejections())
    return ''
  }

  #jobs(): string {
    for (;;) {
      const done = this.#runtime.executePendingJobs(slice)
      if (done.error) {
        const fault = reportFault(this.#vm, done.error)
        if (fault !== '' || this.#state.exited) return fault
      } else if (done.value < slice || this.#state.exited) return ''
    }
  }

  #tellRejections(): boolean {
    const late = this.#rejections.handledLate()
    for (const { promise, reason } of late) {
      callWith(this.#vm, 'rejectionHandled', promise, reason)
      promise.dispose()
      reason.dispose()
    }
    const open = this.#rejections.unhandled()
    for (const { promise, reason } of open) {
      if (!this.#state.exited) callWith(this.#vm, 'rejected', promise, reason)
    }
    return !this.#state.exited && (late.length > 0 || open.length > 0)
  }
}

/**
 * Call a hook of the Node layer. Returns `memory` if memory ran out and an empty string if the hook was interrupted.
 * Throws any other error.
 */
function call(vm: QuickJSContext, hook: string, ...args: readonly string[]): string {
  const given = JSON.stringify(args).slice(1, -1)
  const result = vm.evalCode(`globalThis.__hooks.${hook}(${given})`, 'node:internal')
  if (result.error) return reportFault(vm, result.error)
  return result.value.consume((handle) => vm.getString(handle))
}

function callWith(vm: QuickJSContext, hook: string, ...args: QuickJSHandle[]): void {
  const called = vm.unwrapResult(vm.evalCode(`globalThis.__hooks.${hook}`, 'node:internal'))
  const result = called.consume((handle) => vm.callFunction(handle, vm.undefined, ...args))
  if (result.error) reportFault(vm, result.error)
  else result.value.dispose()
}

function reportFault(vm: QuickJSContext, error: QuickJSHandle): string {
  const text = error.consume((handle) => {
    const fault: unknown = vm.dump(handle)
    return typeof fault === 'object' && fault !== null && 'message' in fault ? String(fault.message) : String(fault)
  })
  if (text === 'interrupted') return ''
  if (text.includes('out of memory') || text === 'null') return 'memory'
  throw new Error(text)
}

function evaluate(vm: QuickJSContext, code: string, name: string): void {
  const result = vm.evalCode(code, name)
  if (result.error) throw new Error(JSON.stringify(result.error.consume((handle) => vm.dump(handle) as unknown)))
  result.value.dispose()
}

function endingOf({ signal, exitCode }: HostState): SandboxEnding {
  return signal === undefined ? { kind: 'exited', code: (exitCode ?? 0) & 255 } : { kind: 'killed', signal }
}

function endingOfCrash(error: unknown, state: HostState): SandboxEnding {
  if (state.exited) return endingOf(state)
  const text = String(error)
  if (/memory/i.test(text)) return { kind: 'out-of-memory' }
  return { kind: 'killed', signal: /stack|recursion/i.test(text) ? 'SIGSEGV' : 'SIGABRT' }
}
