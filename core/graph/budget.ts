import { limits } from '../limits.ts'

/** The limits that a graph and all graphs that it calls share. */
export interface WalkLimits {
  /** Node entries in all graphs; `max_steps` limits one graph. */
  readonly graphSteps: number
  /** Calls, including those of hooks and foreach items. */
  readonly graphActions: number
  /** Approximate characters of all sent, received and assigned values in all graphs. */
  readonly graphDataLength: number
  /** Approximate characters of one walk's state. */
  readonly graphStateLength: number
  readonly graphTime: number
  readonly graphDepth: number
}

/** The default limits of a walk. */
export const defaultWalkLimits: WalkLimits = {
  graphSteps: limits.graphSteps,
  graphActions: limits.graphActions,
  graphDataLength: limits.graphDataLength,
  graphStateLength: limits.graphStateLength,
  graphTime: limits.graphTime,
  graphDepth: limits.graphDepth,
}

/** A limit that ended a walk, by its name in `limits`. */
export type WalkLimitName = keyof WalkLimits | 'graphValueLength' | 'valueDepth'

/** The remaining budget of a walk. A graph shares one object with all graphs that it calls. */
export class Budget {
  readonly limits: WalkLimits
  readonly #deadline: number
  #steps = 0
  #actions = 0
  #data = 0

  /** `now` is the time of the walk's clock in milliseconds. */
  constructor(now: number, given: Partial<WalkLimits> = {}) {
    this.limits = { ...defaultWalkLimits, ...given }
    this.#deadline = now + this.limits.graphTime
  }

  get steps(): number {
    return this.#steps
  }

  get actions(): number {
    return this.#actions
  }

  /** Uses a step and returns null, or returns the limit that forbids it. */
  step(now: number): WalkLimitName | null {
    if (now >= this.#deadline) return 'graphTime'
    if (this.#steps >= this.limits.graphSteps) return 'graphSteps'
    this.#steps++
    return null
  }

  /** Uses a call and returns null, or returns the limit that forbids it. */
  action(now: number): WalkLimitName | null {
    if (now >= this.#deadline) return 'graphTime'
    if (this.#actions >= this.limits.graphActions) return 'graphActions'
    this.#actions++
    return null
  }

  /** Adds to the size of the values. Returns the limit if it is exceeded, otherwise null. */
  data(length: number): WalkLimitName | null {
    this.#data += length
    return this.#data > this.limits.graphDataLength ? 'graphDataLength' : null
  }
}

/** R16.2: the default limits, for values that the graph, the call and the execution configuration do not set. */
export const defaultBounds = { steps: 100, concurrency: 10 } as const
