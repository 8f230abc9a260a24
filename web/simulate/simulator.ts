import { AssetStore } from './assets.ts'
import type { Progress } from './assets.ts'
import { interpreterNameOf } from '#core/simulation'
import type { InterpreterName } from '#core/simulation'
import { describeUnknownCommand } from './commands.ts'
import { defaultLimits } from './limits.ts'
import { notStarted, SimulatedRun } from './simulated-run.ts'
import type { SimulationEvents, SimulationHandle, SimulationRequest } from './simulation.ts'
import { SandboxLink } from './sandbox-link.ts'

/** The interpreter for a command, with the download that it needs before it starts. */
interface InterpreterDescription {
  readonly interpreter: InterpreterName
  readonly name: string
  readonly version: string
  readonly download_bytes: number
  readonly cached: boolean
}

export interface Simulator {
  /** Run one program. The result promise never rejects: every error is an ending (R14.2). */
  run(request: SimulationRequest, events?: SimulationEvents): SimulationHandle
  /** The interpreter for a command; undefined if the command is not simulated. */
  interpreterFor(command: string): Promise<InterpreterDescription | undefined>
  /** Download an interpreter and start a spare worker. */
  warm(interpreter: InterpreterName, onProgress?: (progress: Progress) => void): Promise<void>
  /** Remove the sandbox from the page. */
  close(): void
}

export interface SimulatorOptions {
  /** The folder of the built sandbox. Default: `sandbox/` next to the page. */
  readonly base?: string
}

/** Create the page's simulator, with interpreters in a frame without origin, storage or network. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const assets = new AssetStore(new URL(options.base ?? 'sandbox/', document.baseURI).href)
  const link = new SandboxLink(assets)
  return {
    run(request, events = {}) {
      const interpreter = interpreterNameOf(request.command)
      if (interpreter === undefined) return notStarted(describeUnknownCommand(request.command))
      const limits = { ...defaultLimits, ...request.limits }
      const run = new SimulatedRun(link, interpreter, { ...request, limits }, events)
      return { result: run.result, stop: () => run.stop() }
    },
    async interpreterFor(command) {
      const interpreter = interpreterNameOf(command)
      if (interpreter === undefined) return undefined
      const { name, version, files } = (await assets.manifest()).interpreters[interpreter]
      const download_bytes = files.reduce((sum, file) => sum + file.bytes, 0)
      return { interpreter, name, version, download_bytes, cached: await assets.isCached(interpreter) }
    },
    warm: (interpreter, onProgress = () => undefined) => link.load(interpreter, onProgress),
    close: () => link.drop(),
  }
}
