// @ts-expect-error: the package does not export its types; the types that the sandbox uses are declared here
import * as shim from 'event-target-shim'
import { coded, invalidArgType } from './errors.ts'
import { nextTick } from './ticks.ts'

type EventClass = typeof globalThis.Event
type TargetClass = typeof globalThis.EventTarget

interface Library {
  readonly Event: EventClass
  readonly EventTarget: TargetClass
  setErrorHandler(report: (error: unknown) => void): void
  setWarningHandler(warn: () => void): void
  getEventAttributeValue(target: object, type: string): unknown
  setEventAttributeValue(target: object, type: string, listener: unknown): void
}
const library = shim as Library

library.setErrorHandler((error) =>
  nextTick(() => {
    throw error
  }),
)
library.setWarningHandler(() => undefined)

/** Functions to get and set the handler of an `on` property. The handler is also one of the listeners. */
export const { getEventAttributeValue, setEventAttributeValue } = library

/** `Event` of the DOM. */
export class Event extends library.Event {
  constructor(...given: [type: string, options?: EventInit]) {
    if (given[0] === undefined) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "type" argument must be specified')
    super(...given)
  }
}

/** `CustomEvent`: an event with a `detail`. Default: null. */
export class CustomEvent extends Event {
  readonly detail: unknown

  constructor(type: string, options?: CustomEventInit) {
    super(type, options)
    this.detail = (options?.detail as unknown) ?? null
  }
}

/** `EventTarget` without a tree. Only the target itself receives an event. */
export class EventTarget extends library.EventTarget {
  override dispatchEvent(event: globalThis.Event): boolean {
    if (!(event instanceof library.Event)) throw invalidArgType('event', 'Event', event)
    if (event.eventPhase !== 0)
      throw coded(Error, 'ERR_EVENT_RECURSION', `The event "${event.type}" is already being dispatched`)
    return super.dispatchEvent(event)
  }
}
for (const [name, kind] of Object.entries({ Event, EventTarget }))
  Object.defineProperty(kind.prototype, Symbol.toStringTag, { value: name, configurable: true })
