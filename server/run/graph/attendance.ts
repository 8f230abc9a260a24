import type { HeldView } from '#core/graph'
import type { JsonValue } from '#core/read'
import type { SteerMessage } from '../../engine/walk-link.ts'

export interface AttendanceSettings {
  /** How long a walk waits for a message before it is ended. */
  readonly waitMs: number
  tell(message: JsonValue): void
  steer(message: SteerMessage): void
}

/** Whether a person attends to a walk that waits before a step: without a message in time, the walk ends there. */
export class Attendance {
  readonly #settings: AttendanceSettings
  #timer: NodeJS.Timeout | undefined
  #by: 'person' | 'nobody' = 'person'

  constructor(settings: AttendanceSettings) {
    this.#settings = settings
  }

  /** Called with the place where the walk waits, or with null when it continues. */
  holding(held: HeldView | null): void {
    const { waitMs, tell, steer } = this.#settings
    this.close()
    if (held === null) return tell({ kind: 'went_on', graph: [], by: this.#by })
    const { address, node, graph } = held
    tell({ kind: 'held', graph: graph === '' ? [] : graph.split('/'), address, node })
    this.#timer = setTimeout(() => {
      this.#by = 'nobody'
      steer({ steer: { kind: 'cancel' } })
    }, waitMs)
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
