import { queueVersion } from '#core'

/** Every key of ours in Redis begins so; the scripts say it again. */
export const prefix = 'rye:'

/** BullMQ keeps its own keys below this. */
export const bullPrefix = `${prefix}bull`

/** The queue of one version of the messages: whoever does not know them never looks at it. */
export const queueName = `runs-v${queueVersion}`

export const keys = {
  pending: (nonce: string) => `${prefix}pending:${nonce}`,
  run: (id: string) => `${prefix}run:${id}`,
  body: (id: string) => `${prefix}run:${id}:body`,
  events: (id: string) => `${prefix}run:${id}:events`,
  heard: (id: string) => `${prefix}run:${id}:heard`,
  /** The channel that says that a run has new events; its name is kept, as servers and workers that already run use it. */
  newEvents: (id: string) => `${prefix}told:${id}`,
  worker: (id: string) => `${prefix}worker:${id}`,
  shared: (sha: string) => `${prefix}files:${sha}`,
  /** Runs that have not ended, by when they were accepted. */
  open: `${prefix}open`,
  /** Which worker runs what. */
  running: `${prefix}running`,
  workers: `${prefix}workers`,
  /** Held by the process that looks after the others just now. */
  keeper: `${prefix}keeper`,
  /** How many runs ended how, how many milliseconds those took, and how long runs waited. */
  endings: `${prefix}endings`,
  took: `${prefix}took`,
  waits: `${prefix}waits`,
  /** The sandbox level that this queue demands. */
  level: `${prefix}level`,
  /** There once a hosted server used the queue. */
  hosted: `${prefix}hosted`,
  /** Those that wait, in the order in which BullMQ gives them to workers. */
  bullOrder: `${bullPrefix}:${queueName}:prioritized`,
  bullJob: (id: string) => `${bullPrefix}:${queueName}:${id}`,
} as const
