/** A fleet and its users. Times are in milliseconds. */
interface FleetModel {
  /** Users who start a run, read its result for a while, and start the next run. */
  readonly people: number
  readonly thinkMs: number
  /** The maximum number of concurrent runs on all workers together. */
  readonly slots: number
  /** The total number of processors of all workers. */
  readonly processors: number
  /** The duration of a run with a processor of its own, and the part of it that uses the processor. */
  readonly runMs: number
  readonly busyPart: number
  /** The number of runs in 1,000 that lose their worker, and the time until the loss is detected. */
  readonly lostOfThousand: number
  readonly leaseMs: number
  readonly runs: number
  readonly seed: number
}

interface Prediction {
  readonly runsPerSecond: number
  readonly waitP95Ms: number
}

interface Moment {
  readonly at: number
  readonly kind: 'asks' | 'ends'
}

/**
 * Simulate a fleet. Runs start in order of arrival, because each client has one run. The same seed gives the same
 * prediction.
 */
export function simulateFleet(model: FleetModel): Prediction {
  const random = chance(model.seed)
  const moments = new Heap()
  const line: number[] = []
  const waits: number[] = []
  let running = 0
  let ended = 0
  let now = 0
  const around = (mean: number): number => mean * (0.8 + 0.4 * random())
  const thinks = (): number => (model.thinkMs === 0 ? 0 : -Math.log(1 - random()) * model.thinkMs)
  const begin = (asked: number): void => {
    running++
    waits.push(now - asked)
    // Concurrent runs slow each other down when they need more processors than the fleet has.
    const slowed = Math.max(1, (running * model.busyPart) / model.processors)
    const lost = random() * 1000 < model.lostOfThousand
    moments.push({ at: now + (lost ? model.leaseMs : around(model.runMs * slowed)), kind: 'ends' })
  }
  for (let person = 0; person < model.people; person++) moments.push({ at: thinks(), kind: 'asks' })
  while (ended < model.runs) {
    const moment = moments.pop()
    if (!moment) break
    now = moment.at
    if (moment.kind === 'asks') line.push(now)
    else {
      running--
      ended++
      moments.push({ at: now + thinks(), kind: 'asks' })
    }
    while (running < model.slots && line.length > 0) begin(line.shift() ?? now)
  }
  waits.sort((a, b) => a - b)
  return { runsPerSecond: (ended / now) * 1000, waitP95Ms: waits[Math.floor((waits.length - 1) * 0.95)] ?? 0 }
}

/** A seeded pseudorandom number generator. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A priority queue of times, earliest first. */
class Heap {
  readonly #items: Moment[] = []

  push(item: Moment): void {
    const items = this.#items
    let at = items.push(item) - 1
    for (let up = (at - 1) >> 1; at > 0 && (items[up]?.at ?? 0) > item.at; up = (at - 1) >> 1) {
      items[at] = items[up] ?? item
      at = up
    }
    items[at] = item
  }

  pop(): Moment | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (first === undefined || last === undefined || items.length === 0) return first
    let at = 0
    for (;;) {
      const [left, right] = [items[2 * at + 1], items[2 * at + 2]]
      const least = right !== undefined && left !== undefined && right.at < left.at ? 2 * at + 2 : 2 * at + 1
      const child = items[least]
      if (child === undefined || child.at >= last.at) break
      items[at] = child
      at = least
    }
    items[at] = last
    return first
  }
}
