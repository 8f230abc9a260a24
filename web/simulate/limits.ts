/** The limits of a simulated run. The names match `limit` in an outcome. */
export interface SimulationLimits {
  /** The maximum run time of a program in milliseconds. A shorter timeout in the plan takes precedence. */
  readonly time: number
  /** The maximum memory of an interpreter in bytes. */
  readonly memory: number
  /** The maximum number of bytes of stdout and stderr together. A program that prints more is stopped. */
  readonly output: number
  /** The maximum number of bytes stored per stream: half from its start, half from its end. */
  readonly kept_output: number
  /** The maximum number of files and folders in the workspace during a run. */
  readonly files: number
  /** The maximum size of one file in bytes. */
  readonly file_size: number
  /** The maximum total size of all files in bytes. */
  readonly total_file_size: number
  /** The maximum number of other programs that a program can start during a run. */
  readonly processes: number
}

export type LimitName = keyof SimulationLimits

const MB = 1024 * 1024

/** The limits of a request that does not set them. */
export const defaultLimits: SimulationLimits = {
  time: 10_000,
  memory: 256 * MB,
  output: 16 * MB,
  kept_output: MB,
  files: 20_000,
  file_size: 16 * MB,
  total_file_size: 64 * MB,
  processes: 64,
}

/** The maximum run time of a program in milliseconds: the timeout of its plan, but at most the limit. */
export function allowedMs(timeoutMs: number, { time }: Pick<SimulationLimits, 'time'>): number {
  return Math.max(0, Math.min(timeoutMs, time))
}

/** The maximum startup time of an interpreter in milliseconds. It does not count toward the run time. */
export const bootTime = 60_000

/** The time in milliseconds after which an unresponsive sandbox is removed. */
export const patience = 400

/** One sentence about the reached limit, and one about the next action. */
export function describeLimit(name: LimitName, limits: SimulationLimits): string {
  switch (name) {
    case 'time':
      return `The program ran longer than the simulation's limit of ${limits.time / 1000} s. Look for an endless loop, or run the program on a server.`
    case 'memory':
      return `The program needed more memory than the simulation's limit of ${size(limits.memory)}. Process less data at a time.`
    case 'output':
      return `The program wrote more than the simulation's limit of ${size(limits.output)} of output. Print less, or write to a file.`
    case 'kept_output':
      return `Only the first and the last ${size(limits.kept_output / 2)} of a long output are kept.`
    case 'files':
      return `The run has more than ${limits.files.toLocaleString('en')} files, the simulation's limit. Remove files that the program does not need.`
    case 'file_size':
      return `A file exceeded the simulation's limit of ${size(limits.file_size)}. Write smaller files.`
    case 'total_file_size':
      return `All files together exceeded the simulation's limit of ${size(limits.total_file_size)}. Write less, or delete files that you no longer need.`
    case 'processes':
      return `The program started more than ${limits.processes} other programs, the simulation's limit. Start fewer programs, or run the tool on a server.`
  }
}

function size(bytes: number): string {
  return bytes >= MB ? `${Math.round((bytes / MB) * 10) / 10} MB` : `${Math.round(bytes / 1024)} KB`
}
