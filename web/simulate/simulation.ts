import type { ProcessOutcome } from '#core/run'
import type { Progress } from './assets.ts'
import type { SimulationLimits } from './limits.ts'
import type { StreamName } from './messages.ts'
import type { PlainFile } from './packed-files.ts'

/** One process to simulate; `files` are the whole trees below /project, /user and /system. */
export interface SimulationRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | null
  readonly stdin: string | null
  /** Milliseconds that the plan allows; Infinity where it names no timeout. The limit of the simulation counts where it is shorter. */
  readonly timeout_ms: number
  readonly files: readonly PlainFile[]
  readonly limits?: Partial<SimulationLimits>
}

export interface SimulationEvents {
  /** Output as it comes, for the eye; what counts is the outcome, as a shell may still take output into a variable. */
  onOutput?(stream: StreamName, text: string): void
  onProgress?(progress: Progress): void
  /** The interpreter is there and the program begins. */
  onStarted?(): void
}

export interface SimulationHandle {
  readonly result: Promise<ProcessOutcome>
  stop(): void
}
