import { dialectNames, dialects, type Dialect, type DialectName } from './dialect.ts'
import { isRequestKind, type PrimitiveKind } from './primitives.ts'

/** The item that does one job, per dialect. */
interface Job {
  /** The IDs of a dialect, the preferred one first; empty if the dialect has no item for the job. */
  readonly ids: Readonly<Record<DialectName, readonly string[]>>
  /**
   * Whether tools with this runtime read their parameters themselves, in the form in which the dialect passes them.
   * Such tools need different code in another dialect. A function gets its parameters from the runtime instead.
   */
  readonly readsParameters: boolean
}

/** The primitives and runtimes of the system spaces. Kiwi also accepts an ID with its folder. */
const jobs: readonly Job[] = [
  ...primitiveJobs(),
  job('python_runtime', 'rye/core/runtimes/python_function_runtime', 'rye/core/runtimes/python/function', false),
  job('python_script_runtime', 'rye/core/runtimes/python_script_runtime', 'rye/core/runtimes/python/script', true),
  job('bash_runtime', 'rye/core/runtimes/bash_runtime', 'rye/core/runtimes/bash/bash', true),
  job('node_runtime', 'rye/core/runtimes/node_runtime', 'rye/core/runtimes/node/node', true),
  ...['state-graph/runtime', 'mcp/http', 'mcp/stdio', 'rust/runtime'].map((name) =>
    job(null, null, `rye/core/runtimes/${name}`, false),
  ),
]

function job(kiwi: string | null, lilux: string | null, lillux: string, readsParameters: boolean): Job {
  const ids = {
    kiwi: kiwi === null ? [] : [kiwi, `rye/runtimes/${kiwi}`],
    lilux: lilux === null ? [] : [lilux],
    lillux: [lillux],
  }
  return { ids, readsParameters }
}

/** One job for each shape of primitive, from the primitives of the dialects. */
function primitiveJobs(): readonly Job[] {
  return [false, true].map((request) => {
    const idsOf = (name: DialectName): readonly string[] => {
      const { builtin, bySegment } = dialects[name]
      const fits = ([, kind]: readonly [string, PrimitiveKind]): boolean => isRequestKind(kind) === request
      const segments = [...bySegment].filter(fits).map(([id]) => id)
      return [
        ...[...builtin].filter(fits).map(([id]) => id),
        ...segments,
        ...segments.map((id) => `rye/primitives/${id}`),
      ]
    }
    return {
      ids: { kiwi: idsOf('kiwi'), lilux: idsOf('lilux'), lillux: idsOf('lillux') },
      readsParameters: false,
    }
  })
}

const jobOf: ReadonlyMap<string, Job> = new Map(
  jobs.flatMap((one) => dialectNames.flatMap((name) => one.ids[name].map((id) => [id, one] as const))),
)

/**
 * An ID of another dialect: the dialects that it belongs to, and its counterpart in this dialect; null without a
 * counterpart.
 */
export interface ForeignId {
  readonly dialects: readonly DialectName[]
  readonly here: string | null
}

/** This dialect's counterpart of a primitive or runtime of another dialect; undefined for all other IDs (section 0). */
export function foreignId({ name }: Dialect, id: string): ForeignId | undefined {
  const found = jobOf.get(id)
  if (!found || found.ids[name].includes(id)) return undefined
  return {
    dialects: dialectNames.filter((one) => found.ids[one].includes(id)),
    here: found.ids[name][0] ?? null,
  }
}

/** Whether a tool of a runtime must read its parameters differently in another dialect. */
export function readsParameters(id: string): boolean {
  return jobOf.get(id)?.readsParameters === true
}
