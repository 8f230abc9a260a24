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
    about: 'Longest time a run may take, whatever its plan asks for.',
    advice: 'Ask for less work, or raise the plan timeout and this limit.',
  },
  cpu_seconds: {
    default: 60,
    unit: 'seconds',
    about: 'Processor time of all processes of a run together.',
    advice: 'Look for an endless loop, or raise the limit.',
  },
  memory_bytes: {
    default: 512 * MiB,
    unit: 'bytes',
    about: 'Memory of all processes of a run together.',
    advice: 'Hold less in memory at once, or raise the limit.',
  },
  processors: {
    default: 1,
    unit: 'count',
    about: 'Processors that a run may keep busy at one time, where control groups can be written.',
    advice: 'The run goes slower, it is not ended.',
  },
  processes: {
    default: 64,
    unit: 'count',
    about: 'Processes and threads that a run may have at one time.',
    advice: 'Start fewer at once; a further one is refused with "Resource temporarily unavailable".',
  },
  open_files: {
    default: 256,
    unit: 'count',
    about: 'Files that one process may hold open.',
    advice: 'Close files after use.',
  },
  file_bytes: {
    default: 16 * MiB,
    unit: 'bytes',
    about: 'Largest single file a run may write.',
    advice: 'Write smaller files.',
  },
  disk_bytes: {
    default: 64 * MiB,
    unit: 'bytes',
    about: 'All files under /project, /user, /tmp and /dev/shm together.',
    advice: 'Remove files that are no longer needed; a full disk answers "No space left on device".',
  },
  disk_entries: {
    default: 16_384,
    unit: 'count',
    about: 'Files and directories that may exist there, together.',
    advice: 'Create fewer files.',
  },
  output_bytes: {
    default: MiB,
    unit: 'bytes',
    about: 'Output kept of each stream: its head and its tail, the middle is counted.',
    advice: 'Print less, or write to a file.',
  },
  output_flood_bytes: {
    default: 32 * MiB,
    unit: 'bytes',
    about: 'Output after which a run is ended.',
    advice: 'Print less, or write to a file.',
  },
  change_bytes: {
    default: 8 * MiB,
    unit: 'bytes',
    about: 'Content of changed files that a result carries; later files are named without content.',
    advice: 'Print what matters, or change less.',
  },
  response_bytes: {
    default: 4 * MiB,
    unit: 'bytes',
    about: 'Body of an HTTP response, after decompression.',
    advice: 'Ask the service for less at once.',
  },
  graph_steps: {
    default: 10_000,
    unit: 'count',
    about: 'Entries of nodes of a graph and of all graphs that it calls.',
    advice: 'Let a loop end sooner, or raise the limit.',
  },
  graph_actions: {
    default: 1000,
    unit: 'count',
    about: 'Calls of a graph and of all graphs that it calls: one for each node, item and hook.',
    advice: 'Give a foreach node fewer items, or raise the limit.',
  },
  graph_data_bytes: {
    default: 8 * MiB,
    unit: 'bytes',
    about: 'What the calls of a graph are sent and give back, and what it keeps of that.',
    advice: 'Let tools print less, or write files, which later nodes find.',
  },
  graph_seconds: {
    default: 1800,
    unit: 'seconds',
    about: 'Longest time of a graph and of all graphs that it calls, with the time in which it waits for a person.',
    advice: 'Ask for less work, or raise the limit.',
  },
} as const satisfies Record<string, LimitRow>

export type LimitName = keyof typeof limitTable

/** The active limits, one number per name. */
export type Limits = Readonly<Record<LimitName, number>>

/**
 * R9.10: the time limit of a run in seconds: the timeout of its plan, but at most the limit of the host. `limit` is set
 * only if the host's limit applies.
 */
export function secondsOfRun(
  timeout: number | null,
  { wall_seconds }: Pick<Limits, 'wall_seconds'>,
): { readonly seconds: number; readonly limit?: 'wall_seconds' } {
  return timeout === null || timeout > wall_seconds
    ? { seconds: wall_seconds, limit: 'wall_seconds' }
    : { seconds: timeout }
}

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
