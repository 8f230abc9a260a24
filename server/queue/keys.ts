import { queueVersion } from '#core/run'

/** The prefix of every key in Redis. It contains the version, so two versions can run while a fleet is updated. */
export const prefix = `rye:v${queueVersion}:`

/** The queue of BullMQ, which manages its own keys under `bullPrefix`. */
export const queueName = 'runs'
export const bullPrefix = `${prefix}bull`

/** Keys that are used outside the scripts; `lua.ts` lists all of them. */
export const keys = {
  run: (id: string) => `${prefix}run:${id}`,
  events: (id: string) => `${prefix}run:${id}:events`,
  heard: (id: string) => `${prefix}run:${id}:heard`,
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
