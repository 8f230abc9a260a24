import type { InterpreterName } from '#core/simulation'
import type { SimulationLimits } from './limits.ts'
import type { PartName } from './parts.ts'
import type { PackedFiles } from './packed-files.ts'

export type StreamName = 'stdout' | 'stderr'

/**
 * The channel of output. The shell cannot send its final output immediately, because a substitution can capture it. It
 * sends a preview, which is used only if the program does not end.
 */
export type Channel = StreamName | 'stdout-preview' | 'stderr-preview'

export const channels: readonly Channel[] = ['stdout', 'stderr', 'stdout-preview', 'stderr-preview']

/**
 * The input of one process: the plan's argv, environment, directory and stdin, and every file that the process can see.
 */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: string
  readonly files: PackedFiles
  readonly limits: SimulationLimits
  /** The results of the programs that this program started in its earlier runs. */
  readonly answers?: readonly Answered[]
}

/**
 * The result of a program that a Python tool started. A worker cannot wait for another worker without the page's help.
 * Therefore, the tool runs again from its beginning, and receives the result at the call where it stopped.
 */
export interface Answered {
  /** The arguments, environment, directory and stdin, as the tool passed them. */
  readonly call: string
  readonly code: number
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  readonly written: PackedFiles
  readonly gone: readonly string[]
}

/** The end of a process in the sandbox. The page adds timeouts and names. */
export type SandboxEnding =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'output-limit' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'not-started'; readonly reason: string }
  /** The program started another program that cannot be simulated. */
  | { readonly kind: 'not-simulated'; readonly starts: string }

/** The files at the end: possibly changed files with their content, and the paths of all files. */
export interface FilesAfter {
  readonly touched: PackedFiles
  readonly paths: readonly string[]
  /** Files that exceed the size limit and are returned without content. */
  readonly oversized: readonly string[]
}

/** Messages from the page to the frame. */
export type PageMessage =
  | { readonly kind: 'load'; readonly interpreter: InterpreterName; readonly assets: Readonly<Record<string, Blob>> }
  | { readonly kind: 'load-failed'; readonly interpreter: InterpreterName; readonly reason: string }
  | { readonly kind: 'part'; readonly name: PartName; readonly asset: Blob }
  | { readonly kind: 'part-failed'; readonly name: PartName; readonly reason: string }
  | { readonly kind: 'run'; readonly run: number; readonly interpreter: InterpreterName; readonly program: Program }
  | { readonly kind: 'stop'; readonly run: number }
  | { readonly kind: 'ping'; readonly beat: number }

/** Messages from the frame to the page. The page drops a message if its `run` number is not current. */
export type FrameMessage =
  | { readonly kind: 'loaded'; readonly interpreter: InterpreterName }
  | { readonly kind: 'failed'; readonly interpreter: InterpreterName; readonly reason: string }
  | { readonly kind: 'wanted'; readonly interpreter: InterpreterName }
  | { readonly kind: 'part-wanted'; readonly name: PartName }
  | { readonly kind: 'started'; readonly run: number }
  | { readonly kind: 'output'; readonly run: number; readonly channel: Channel; readonly bytes: Uint8Array }
  | {
      readonly kind: 'ended'
      readonly run: number
      readonly ending: SandboxEnding
      readonly limit: string | null
      readonly rests: Readonly<Record<Channel, CapturedRest>>
      readonly files: FilesAfter | null
    }
  | { readonly kind: 'pong'; readonly beat: number }

/** The part that was not streamed: the tail of a stream, with the total length. */
export interface CapturedRest {
  readonly tail: Uint8Array
  readonly total: number
}

/** An unpacked asset: a compiled module or plain content. */
export type Asset = WebAssembly.Module | Blob

/** Unpacked parts of an interpreter that only some programs require. */
export type Parts = Readonly<Partial<Record<PartName, Blob>>>

/** Messages from the frame to a worker. */
export type ToWorker =
  | { readonly kind: 'boot'; readonly packed: boolean; readonly assets: Readonly<Record<string, Asset>> }
  | { readonly kind: 'run'; readonly program: Program; readonly parts: Parts }
  | { readonly kind: 'spawned'; readonly id: number; readonly result: SpawnResult }

/**
 * Messages from a worker to the frame. The frame ignores `unpacked` and `ready` after the worker receives a program.
 */
export type FromWorker =
  | { readonly kind: 'unpacked'; readonly assets: Readonly<Record<string, Asset>> }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'output'; readonly channel: Channel; readonly bytes: Uint8Array }
  | { readonly kind: 'spawn'; readonly id: number; readonly interpreter: InterpreterName; readonly program: Program }
  /** The program stopped where it starts another program. It runs again with the result. */
  | { readonly kind: 'left'; readonly call: string; readonly files: PackedFiles }
  | {
      readonly kind: 'ended'
      readonly ending: SandboxEnding
      readonly limit: string | null
      readonly files: FilesAfter | null
    }

/** The result of a program that another program started. */
export interface SpawnResult {
  readonly ending: SandboxEnding
  readonly limit: string | null
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  readonly files: FilesAfter | null
}
