import type { RunPublisher } from './runs.ts'

/** Events of responses that a run shows as they come; its result has all of them. */
const mostLive = 10_000

/** What shows the events of a run's responses as they come, as far as a page can show them. */
export function liveEvents(record: Pick<RunPublisher, 'publish'>): (data: string) => void {
  let left = mostLive
  return (data) => {
    if (left-- > 0) record.publish({ event: 'data', data: { data } })
  }
}
