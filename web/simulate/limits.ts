/** The limits of a simulated run, by their names in an outcome's `limit`. */
export interface SimulationLimits {
  /** Maximum run time of a program, in milliseconds. A shorter timeout of the plan has priority. */
  readonly time: number
  /** Maximum memory of an interpreter, in bytes. */
  readonly memory: number
  /** Maximum number of bytes of standard output and error together. Above it, the program is ended. */
  readonly output: number
  /** Maximum number of bytes stored per stream: half from its start, half from its end. */
  readonly kept_output: number
  /** Maximum number of files and directories in the workspace during a run. */
  readonly files: number
  /** Maximum size of one file, in bytes. */
  readonly file_size: number
  /** Maximum total size of all files, in bytes. */
  readonly total_file_size: number
  /** Maximum number of processes that a shell can start during a run. */
  readonly processes: number
}

export type LimitName = keyof SimulationLimits

const MB = 1024 * 1024

/** The default limits of a request. */
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

/** Maximum start time of an interpreter, in milliseconds. It is not part of a run's time. */
export const bootTime = 60_000

/** Milliseconds after which a sandbox that does not respond is removed. */
export const patience = 400

/** The reached limit and the next action, in one sentence each. */
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
