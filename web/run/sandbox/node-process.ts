import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core'
import type { Program, SandboxEnding } from '../simulate/messages.ts'
import { bindHost } from './node-host.ts'
import type { HostState } from './node-host.ts'
import { NodeModules } from './node-modules.ts'
import type { Volume } from './volume.ts'
import type { OutputSender } from './worker-port.ts'

/** Jobs between two looks at the clock and at the page's messages. */
const slice = 1000
const stackBytes = 128 * 1024

export interface NodeProcess {
  run(program: Program, volume: Volume, sender: OutputSender): Promise<SandboxEnding>
}

/** A fresh VM with Node's modules set up, waiting for its one program. */
export function prepareNode(quickjs: QuickJSWASMModule, prelude: string): NodeProcess {
  const runtime = quickjs.newRuntime()
  const vm = runtime.newContext()
  const state: HostState = { exitCode: undefined, exited: false, work: undefined }
  runtime.setMaxStackSize(stackBytes)
  runtime.setInterruptHandler(() => state.exited)
  bindHost(vm, state)
  evaluate(vm, prelude, 'node:internal')
  return {
    run(program, volume, sender) {
      const modules = new NodeModules(volume, call(vm, 'builtins'))
      state.work = { program, volume, sender, modules }
      runtime.setModuleLoader(modules.load, modules.normalize)
      return live(vm, runtime, state)
    },
  }
}

/** Run as `node` would: main script, then microtasks and timers in real time until nothing is left. */
async function live(vm: QuickJSContext, runtime: QuickJSRuntime, state: HostState): Promise<SandboxEnding> {
  try {
    const fault = call(vm, 'start') || (await loop(vm, runtime, state))
    if (fault === 'memory') return { kind: 'out-of-memory' }
    return { kind: 'exited', code: (state.exitCode ?? 0) & 255 }
  } catch (error) {
    return endingOfCrash(error, state)
  }
}

/** Turn after turn: jobs, then the next timer when it is due. The VM says how long it can wait, or that it is done. */
async function loop(vm: QuickJSContext, runtime: QuickJSRuntime, state: HostState): Promise<string> {
  for (;;) {
    for (;;) {
      const done = runtime.executePendingJobs(slice)
      if (done.error) {
        const fault = reportFault(vm, done.error)
        if (fault !== '' || state.exited) return fault
      } else if (done.value < slice) break
    }
    if (state.exited) return ''
    const next = call(vm, 'turn')
    if (next === 'memory') return next
    if (state.exited || next === 'done') return ''
    const wait = Number(next)
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Call one of the prelude's hooks; faults that it could not report itself are named. */
function call(vm: QuickJSContext, hook: string): string {
  const result = vm.evalCode(`globalThis.__hooks.${hook}()`, 'node:internal')
  if (result.error) return reportFault(vm, result.error)
  return result.value.consume((handle) => vm.getString(handle))
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

function endingOfCrash(error: unknown, state: HostState): SandboxEnding {
  if (state.exited) return { kind: 'exited', code: (state.exitCode ?? 0) & 255 }
  const text = String(error)
  if (/memory/i.test(text)) return { kind: 'out-of-memory' }
  return { kind: 'killed', signal: /stack|recursion/i.test(text) ? 'SIGSEGV' : 'SIGABRT' }
}
