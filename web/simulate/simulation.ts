import type { ProcessOutcome } from '#core/run'
import type { Progress } from './assets.ts'
import type { SimulationLimits } from './limits.ts'
import type { StreamName } from './messages.ts'
import type { PlainFile } from './packed-files.ts'

/** A process to simulate. `files` contains all files under /project, /user and /system. */
export interface SimulationRequest {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | null
  readonly stdin: string | null
  /** The plan's timeout in milliseconds; Infinity if it has none. A shorter limit of the simulation has priority. */
  readonly timeout_ms: number
  readonly files: readonly PlainFile[]
  readonly limits?: Partial<SimulationLimits>
}

export interface SimulationEvents {
  /**
   * Called with output as it arrives, only for display. The outcome can differ, because a shell can still capture
   * output in a variable.
   */
  onOutput?(stream: StreamName, text: string): void
  onProgress?(progress: Progress): void
  /** Called when the interpreter is ready and the program begins. */
  onStarted?(): void
}

export interface SimulationHandle {
  readonly result: Promise<ProcessOutcome>
  stop(): void
}
