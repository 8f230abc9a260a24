import { interpreterNameOf, type InterpreterName } from '#core/simulation'
import { makePythonSnapshot } from '../../build/python-snapshot.ts'
import { describeUnknownCommand } from '../commands.ts'
import type { Output } from '../interpreter.ts'
import { defaultLimits } from '../limits.ts'
import type { CapturedRest, Channel, Program, SandboxEnding } from '../messages.ts'
import type { RunListener } from '../sandbox-link.ts'
import { notStarted, SimulatedRun } from '../simulated-run.ts'
import type { Simulator } from '../simulator.ts'
import { runBash } from './simulate-bash.ts'
import { runNode } from './simulate-node.ts'
import { runPython } from './simulate-python.ts'

let snapshot: Promise<Uint8Array> | undefined

const interpreters: Readonly<Record<InterpreterName, (program: Program, output: Output) => Promise<SandboxEnding>>> = {
  python: async (program, output) => runPython(program, output, await (snapshot ??= makePythonSnapshot())),
  javascript: runNode,
  bash: runBash,
}

/** The simulator of the page with its interpreters, but without the frame. It does not return the files of a run. */
export const nodeSimulator: Pick<Simulator, 'interpreterFor' | 'run'> = {
  interpreterFor(command) {
    const interpreter = interpreterNameOf(command)
    const rest = { version: '', download_bytes: 0, cached: true }
    return Promise.resolve(interpreter && { interpreter, name: interpreter, ...rest })
  },
  run(request, events = {}) {
    const interpreter = interpreterNameOf(request.command)
    if (interpreter === undefined) return notStarted(describeUnknownCommand(request.command))
    const run = new SimulatedRun(frameless, interpreter, { ...request, limits: defaultLimits }, events)
    return { result: run.result, stop: () => run.stop() }
  },
}

/** The sandbox of a run. It runs each program in this process. */
const frameless: ConstructorParameters<typeof SimulatedRun>[0] = {
  load: () => Promise.resolve(),
  run: (interpreter, program, listener) => {
    void runHere(interpreter, program, listener)
    return Promise.resolve(1)
  },
  stop: () => Promise.resolve(),
  release: () => undefined,
  drop: () => undefined,
}

async function runHere(interpreter: InterpreterName, program: Program, listener: RunListener): Promise<void> {
  const run = 1
  const totals: Record<Channel, number> = { stdout: 0, stderr: 0, 'stdout-preview': 0, 'stderr-preview': 0 }
  listener.hear({ kind: 'started', run })
  const ending = await interpreters[interpreter](program, {
    write(channel, bytes) {
      totals[channel] += bytes.length
      listener.hear({ kind: 'output', run, channel, bytes })
    },
    flush: () => undefined,
  })
  const rest = (channel: Channel): CapturedRest => ({ tail: new Uint8Array(), total: totals[channel] })
  const rests = {
    stdout: rest('stdout'),
    stderr: rest('stderr'),
    'stdout-preview': rest('stdout-preview'),
    'stderr-preview': rest('stderr-preview'),
  }
  listener.hear({ kind: 'ended', run, ending, limit: null, files: null, rests })
}
