import type { HeldView } from '#core/graph'
import type { JsonValue } from '#core/read'
import { noUser } from '#core/run'
import type { SteerMessage } from '../../engine/walk-link.ts'

export interface AttendanceSettings {
  /** Milliseconds that a walk waits for a message before it ends. */
  readonly waitMs: number
  publish(message: JsonValue): void
  steer(message: SteerMessage): void
}

/** Ends a walk that waits before a step if no user sends a message in time. */
export class Attendance {
  readonly #settings: AttendanceSettings
  #timer: NodeJS.Timeout | undefined
  #by: 'person' | typeof noUser = 'person'

  constructor(settings: AttendanceSettings) {
    this.#settings = settings
  }

  /** Called with the node before which the walk waits, or with null when it continues. */
  holding(held: HeldView | null): void {
    const { waitMs, publish, steer } = this.#settings
    this.close()
    if (held === null) return publish({ kind: 'went_on', graph: [], by: this.#by })
    const { address, node, graph } = held
    publish({ kind: 'held', graph: graph === '' ? [] : graph.split('/'), address, node })
    this.#timer = setTimeout(() => {
      this.#by = noUser
      steer({ steer: { kind: 'cancel' } })
    }, waitMs)
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
