import type { WalkLimits } from '#core/graph'

/** A named limit of a run, with its default and the message for a user whose run reached it. */
interface LimitRow {
  readonly default: number
  readonly unit: 'seconds' | 'bytes' | 'count'
  readonly about: string
  readonly advice: string
}

const MiB = 1024 * 1024

/** Every limit of a real run by name, as in the `limit` of an outcome (R14.2). */
export const limitTable = {
  wall_seconds: {
    default: 300,
    unit: 'seconds',
    about: 'Maximum time of a run, regardless of the timeout in its plan.',
    advice: 'Reduce the work, or raise the timeout of the plan and this limit.',
  },
  cpu_seconds: {
    default: 60,
    unit: 'seconds',
    about: 'Total processor time of all processes in a run.',
    advice: 'Look for an endless loop, or raise the limit.',
  },
  memory_bytes: {
    default: 512 * MiB,
    unit: 'bytes',
    about: 'Total memory of all processes in a run.',
    advice: 'Use less memory at a time, or raise the limit.',
  },
  processors: {
    default: 1,
    unit: 'count',
    about: 'Number of processors that a run can use at the same time. Requires writable control groups.',
    advice: 'A run that needs more becomes slower but does not stop.',
  },
  processes: {
    default: 64,
    unit: 'count',
    about: 'Maximum number of processes and threads in a run at the same time.',
    advice:
      'Start fewer processes at a time. At the limit, a new process or thread fails with "Resource temporarily unavailable".',
  },
  open_files: {
    default: 256,
    unit: 'count',
    about: 'Maximum number of open files per process.',
    advice: 'Close files after use.',
  },
  file_bytes: {
    default: 16 * MiB,
    unit: 'bytes',
    about: 'Maximum size of each file that a run writes.',
    advice: 'Write smaller files.',
  },
  disk_bytes: {
    default: 64 * MiB,
    unit: 'bytes',
    about: 'Total size of all files under /project, /user, /tmp and /dev/shm.',
    advice: 'Remove files that are no longer needed. At the limit, a write fails with "No space left on device".',
  },
  disk_entries: {
    default: 16_384,
    unit: 'count',
    about: 'Total number of files and folders under /project, /user, /tmp and /dev/shm.',
    advice: 'Create fewer files.',
  },
  output_bytes: {
    default: MiB,
    unit: 'bytes',
    about:
      'Maximum output per stream in the result. For longer output, the result contains the beginning, the end and the size of the omitted middle.',
    advice: 'Print less, or write to a file.',
  },
  output_flood_bytes: {
    default: 32 * MiB,
    unit: 'bytes',
    about: 'Maximum output of a run. Above it, the server stops the run.',
    advice: 'Print less, or write to a file.',
  },
  change_bytes: {
    default: 8 * MiB,
    unit: 'bytes',
    about: 'Total content of the changed files in a result. Further files are listed without content.',
    advice: 'Print the important data, or change fewer files.',
  },
  response_bytes: {
    default: 4 * MiB,
    unit: 'bytes',
    about: 'Maximum size of an HTTP response body, after decompression.',
    advice: 'Request less data per call.',
  },
  graph_steps: {
    default: 10_000,
    unit: 'count',
    about: 'Total number of node visits in a graph and all graphs that it calls.',
    advice: 'End loops sooner, or raise the limit.',
  },
  graph_actions: {
    default: 1000,
    unit: 'count',
    about: 'Total number of calls in a graph and all graphs that it calls: one per node, item and hook.',
    advice: 'Pass fewer items to a foreach node, or raise the limit.',
  },
  graph_data_bytes: {
    default: 8 * MiB,
    unit: 'bytes',
    about: 'Total size of the inputs, results and stored state of the calls in a graph.',
    advice: 'Print less in tools, or write files, which later nodes can read.',
  },
  graph_seconds: {
    default: 1800,
    unit: 'seconds',
    about: 'Maximum time of a graph and all graphs that it calls, including the time it waits for the user.',
    advice: 'Reduce the work, or raise the limit.',
  },
} as const satisfies Record<string, LimitRow>

export type LimitName = keyof typeof limitTable

/** The active limits, one number per name. */
export type Limits = Readonly<Record<LimitName, number>>

/**
 * R9.10: the time limit of a run in seconds: its plan's timeout, but at most the host's limit. `limit` is set
 * only if the host's limit applies. The timers start with the program, in `watchBounds` (`subprocess.ts`) and
 * `runUnconfined` (`unconfined.ts`). A request has its timers in `http-client.ts`: the timeout limits each attempt,
 * `wall_seconds` all attempts together.
 */
export function secondsOfRun(
  timeout: number | null,
  { wall_seconds }: Pick<Limits, 'wall_seconds'>,
): { readonly seconds: number; readonly limit?: 'wall_seconds' } {
  return timeout === null || timeout > wall_seconds
    ? { seconds: wall_seconds, limit: 'wall_seconds' }
    : { seconds: timeout }
}

/** The limits of a walk, by their names in the limit table. */
export function walkLimits(limits: Limits): Partial<WalkLimits> {
  return {
    graphSteps: limits.graph_steps,
    graphActions: limits.graph_actions,
    graphDataLength: limits.graph_data_bytes,
    graphTime: limits.graph_seconds * 1000,
  }
}

/** Limits of MCP calls that differ from the defaults, as settings: most clients limit a call to one minute. */
export const agentLimits = ['wall_seconds=45'] as const

export const limitNames = Object.keys(limitTable) as readonly LimitName[]

/** The defaults, overridden by the settings. */
export function limitsWith(overrides: Partial<Limits>): Limits {
  const limits = {} as Record<LimitName, number>
  for (const name of limitNames) limits[name] = overrides[name] ?? limitTable[name].default
  return limits
}

/** The value of a limit as text for users. */
export function amount(name: LimitName, value: number): string {
  const unit: LimitRow['unit'] = limitTable[name].unit
  if (unit === 'seconds') return `${value} s`
  if (unit === 'count') return String(value)
  return value % MiB === 0 ? `${value / MiB} MiB` : `${value} bytes`
}
