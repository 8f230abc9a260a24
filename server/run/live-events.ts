import type { RunPublisher } from './runs.ts'

/** Maximum number of response events that a run publishes as they arrive; its result contains all of them. */
const mostLive = 10_000

/** A listener that publishes the events of a run's responses as they arrive, up to `mostLive` events. */
export function liveEvents(record: Pick<RunPublisher, 'publish'>): (data: string) => void {
  let left = mostLive
  return (data) => {
    if (left-- > 0) record.publish({ event: 'data', data: { data } })
  }
}
