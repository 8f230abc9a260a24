import { queueVersion } from '#core/run'

/**
 * The prefix of every key in Redis. It contains the queue version, so two versions can run during the update of a
 * fleet.
 */
export const prefix = `rye:v${queueVersion}:`

/** The BullMQ queue, which manages its own keys under `bullPrefix`. */
export const queueName = 'runs'
export const bullPrefix = `${prefix}bull`

/** Keys used outside the scripts; `lua.ts` lists all keys. */
export const keys = {
  run: (id: string) => `${prefix}run:${id}`,
  events: (id: string) => `${prefix}run:${id}:events`,
  follower: (id: string) => `${prefix}run:${id}:heard`,
  /** The channel that announces new events of a run. */
  news: (id: string) => `${prefix}run:${id}:news`,
  files: (sha: string) => `${prefix}files:${sha}`,
  /** Rate limits that all servers share. */
  rate: (name: string) => `${prefix}rate:${name}`,
  seats: `${prefix}seats`,
  running: `${prefix}running`,
  workers: `${prefix}workers`,
  figures: `${prefix}figures`,
  probe: `${prefix}probe`,
  level: `${prefix}level`,
  hosted: `${prefix}hosted`,
} as const
