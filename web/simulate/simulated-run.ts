import type { InterpreterName } from '#core/simulation'
import { hostProcess } from '#core/rules'
import { omissionMark, type CapturedText, type ProcessEnding, type ProcessOutcome } from '#core/run'
import { changesBetween } from './changes.ts'
import { describeStarted } from './commands.ts'
import { allowedMs, bootTime, patience, type SimulationLimits } from './limits.ts'
import { channels } from './messages.ts'
import type { CapturedRest, Channel, FrameMessage, Program, StreamName } from './messages.ts'
import { packFiles } from './packed-files.ts'
import type { RunListener, SandboxLink } from './sandbox-link.ts'
import type { SimulationEvents, SimulationHandle, SimulationRequest } from './simulation.ts'

/** The sandbox as a run uses it. */
type Sandbox = Pick<SandboxLink, 'load' | 'run' | 'stop' | 'release' | 'drop'>

type Request = SimulationRequest & { readonly limits: SimulationLimits }
type Ended = Extract<FrameMessage, { kind: 'ended' }>
type Stopping = Extract<ProcessEnding, { kind: 'timed-out' | 'cancelled' | 'not-started' }>

/** The page's side of one run. It applies the timeout, collects the output, and always ends. */
export class SimulatedRun implements RunListener {
  readonly result: Promise<ProcessOutcome>
  readonly #link: Sandbox
  readonly #request: Request
  readonly #events: SimulationEvents
  readonly #texts: Record<Channel, StreamText> = {
    stdout: new StreamText(),
    stderr: new StreamText(),
    'stdout-preview': new StreamText(),
    'stderr-preview': new StreamText(),
  }
  #finish: (outcome: ProcessOutcome) => void = () => undefined
  #run: number | undefined
  #startedAt = performance.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopping: Stopping | undefined
  #over = false

  constructor(link: Sandbox, interpreter: InterpreterName, request: Request, events: SimulationEvents) {
    this.#link = link
    this.#request = request
    this.#events = events
    this.result = new Promise((resolve) => (this.#finish = resolve))
    this.#start(interpreter).catch((error: unknown) => this.#end({ kind: 'not-started', reason: reasonOf(error) }))
  }

  /** Cancel the run in any state. */
  stop(): void {
    this.#stopWith({ kind: 'cancelled' })
  }

  hear(message: FrameMessage & { readonly run: number }): void {
    if (this.#over) return
    if (message.kind === 'started') {
      clearTimeout(this.#timer)
      this.#startedAt = performance.now()
      this.#timer = setTimeout(() => this.#timeOut(), allowedMs(this.#request.timeout_ms, this.#request.limits))
      this.#events.onStarted?.()
    } else if (message.kind === 'output') {
      this.#show(message.channel, this.#texts[message.channel].add(message.bytes))
    } else if (message.kind === 'ended') this.#endWith(message)
  }

  lost(): void {
    this.#end(
      this.#stopping ?? { kind: 'killed', signal: 'SIGKILL' },
      this.#stopping?.kind === 'timed-out' ? 'time' : undefined,
    )
  }

  progress(step: Parameters<RunListener['progress']>[0]): void {
    this.#events.onProgress?.(step)
  }

  async #start(interpreter: InterpreterName): Promise<void> {
    const { command, args, env, cwd, stdin, files, limits } = this.#request
    await this.#link.load(interpreter, (step) => this.progress(step))
    if (this.#over) return
    if (files.length > limits.files)
      return this.#end({ kind: 'not-started', reason: 'the workspace has too many files' }, 'files')
    const program: Program = {
      command,
      args: [...args],
      env: { ...env },
      cwd: cwd ?? '/project',
      stdin: stdin ?? '',
      files: packFiles(files),
      limits,
    }
    this.#timer = setTimeout(
      () => this.#stopWith({ kind: 'not-started', reason: 'the interpreter did not start' }),
      bootTime,
    )
    this.#run = await this.#link.run(interpreter, program, this)
    if (this.#over) void this.#link.stop(this.#run)
  }

  #timeOut(): void {
    this.#stopWith({ kind: 'timed-out', after_ms: allowedMs(this.#request.timeout_ms, this.#request.limits) })
  }

  /** Ask the frame to end the run. A frame that does not respond is removed. */
  #stopWith(ending: Stopping): void {
    if (this.#over || this.#stopping !== undefined) return
    this.#stopping = ending
    if (this.#run === undefined) return this.#end(ending)
    void this.#link.stop(this.#run)
    setTimeout(() => {
      if (!this.#over) this.#link.drop()
    }, patience)
  }

  #endWith(message: Ended): void {
    for (const channel of channels) this.#show(channel, this.#texts[channel].end(message.rests[channel]))
    const changes = message.files === null ? undefined : changesBetween(this.#request.files, message.files)
    const ending = this.#nameEnding(message)
    const limit = ending.kind === 'timed-out' ? this.#timeLimit() : (message.limit ?? undefined)
    this.#end(ending, limit, changes)
  }

  #timeLimit(): string {
    return this.#request.timeout_ms <= this.#request.limits.time ? 'plan-timeout' : 'time'
  }

  /** Show output, except output that was already shown as a preview. */
  #show(channel: Channel, text: string): void {
    const stream = channel.startsWith('stdout') ? 'stdout' : 'stderr'
    const isRepeated = channel === stream && this.#texts[`${stream}-preview`].captured().bytes > 0
    if (text !== '' && !isRepeated) this.#events.onOutput?.(stream, text)
  }

  #captured(stream: StreamName, ending: ProcessEnding): CapturedText {
    const final = this.#texts[stream].captured()
    if (ending.kind === 'exited' || final.bytes > 0) return final
    const preview = this.#texts[`${stream}-preview`].captured()
    return {
      text: preview.text + final.text,
      bytes: preview.bytes + final.bytes,
      omitted_bytes: preview.omitted_bytes + final.omitted_bytes,
    }
  }

  #nameEnding({ ending }: Ended): ProcessEnding {
    const { limits } = this.#request
    switch (ending.kind) {
      case 'exited':
        return { kind: 'exited', return_code: ending.code }
      case 'out-of-memory':
        return { kind: 'out-of-memory', limit_bytes: limits.memory }
      case 'output-limit':
        return { kind: 'output-limit', limit_bytes: limits.output }
      case 'stopped':
        return this.#stopping ?? { kind: 'cancelled' }
      case 'not-simulated':
        return { kind: 'not-started', reason: describeStarted(ending.starts) }
      default:
        return ending
    }
  }

  #end(ending: ProcessEnding, limit?: string, changes?: ProcessOutcome['changes']): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#timer)
    if (this.#run !== undefined) this.#link.release(this.#run)
    this.#finish({
      primitive: hostProcess,
      ending,
      stdout: this.#captured('stdout', ending),
      stderr: this.#captured('stderr', ending),
      duration_ms: performance.now() - this.#startedAt,
      ...(limit === undefined ? {} : { limit }),
      ...(changes === undefined ? {} : { changes }),
    })
  }
}

/** The text of one stream: the streamed output, and then the rest that the frame stored. */
class StreamText {
  #text = ''
  #bytes = 0
  #omitted = 0
  readonly #decoder = decoder()

  add(bytes: Uint8Array): string {
    this.#bytes += bytes.length
    const text = this.#decoder.decode(bytes, { stream: true })
    this.#text += text
    return text
  }

  end({ tail, total }: CapturedRest): string {
    this.#omitted = Math.max(0, total - this.#bytes - tail.length)
    this.#bytes = total
    const text =
      this.#omitted === 0
        ? this.#decoder.decode(tail)
        : this.#decoder.decode() + omissionMark(this.#omitted) + decoder().decode(tail)
    this.#text += text
    return text
  }

  captured(): CapturedText {
    return { text: this.#text, bytes: this.#bytes, omitted_bytes: this.#omitted }
  }
}

/** The handle of a run that does not start, with the reason. */
export function notStarted(reason: string): SimulationHandle {
  const empty: CapturedText = { text: '', bytes: 0, omitted_bytes: 0 }
  const outcome: ProcessOutcome = {
    primitive: hostProcess,
    ending: { kind: 'not-started', reason },
    stdout: empty,
    stderr: empty,
    duration_ms: 0,
  }
  return { result: Promise.resolve(outcome), stop: () => undefined }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A UTF-8 decoder that replaces invalid bytes and preserves a byte order mark, as the server does (R15.1). */
function decoder(): TextDecoder {
  return new TextDecoder('utf-8', { ignoreBOM: true })
}
