import { visible } from '../text/visible.ts'
import type { TraceEvent } from '../trace.ts'

/** The emphasis of a trace event: a failure, a note, or plain. */
type TraceTone = 'fail' | 'note' | 'plain'

/** A trace event in words. The document has the facts. */
export interface TraceLine {
  readonly subject: string
  readonly text: string
  readonly tone: TraceTone
}

/** Describes one event. A step without a case does not compile. */
export function traceLine(event: TraceEvent): TraceLine {
  switch (event.step) {
    case 'check_lockfile':
      return line(event.item_id, `lockfile ${event.state}`, event.drift.length > 0 ? 'fail' : 'plain', event.drift)
    case 'resolve':
      return line(
        event.item_id,
        `${event.path ?? 'built in'} (${event.space})`,
        event.shadowed.length > 0 ? 'note' : 'plain',
        event.shadowed.map((found) => `shadows ${found.path ?? 'built in'}`),
      )
    case 'resolve_failed':
      return line(
        event.item_id,
        `not found in ${event.searched.join(', ')}`,
        'fail',
        event.near.map((id) => `near: ${id}`),
      )
    case 'read_metadata':
      return line(event.item_id, `${event.format ?? 'no metadata'}: ${event.fields.join(', ')}`, 'plain', [])
    case 'cache':
      return line(event.item_id, `${event.cache} cache ${event.hit ? 'hit' : 'miss'}`, 'plain', [
        `${event.hits} hits, ${event.misses} misses`,
      ])
    case 'verify_integrity':
      return line(
        event.item_id,
        event.verified ? 'verified' : (event.state ?? 'not verified'),
        event.verified ? 'plain' : 'note',
        event.key_fp ? [event.key_fp] : [],
      )
    case 'validate_pair': {
      const verdicts = [event.space, event.io, event.version]
      const tone = verdicts.includes('failed') ? 'fail' : verdicts.includes('warning') ? 'note' : 'plain'
      return line(event.child, `→ ${event.parent}`, tone, [
        `space ${event.space}`,
        `I/O ${event.io}`,
        `version ${event.version}`,
      ])
    }
    case 'check_parameters':
      return line(
        'parameters',
        event.errors.length > 0 ? event.errors.join('; ') : 'valid',
        event.errors.length > 0 ? 'fail' : 'plain',
        event.defaults.map((name) => `default ${name}`),
      )
    case 'place_anchor':
      return line(
        event.declared_by ?? 'no anchor',
        `${event.active ? 'active' : 'inactive'}: ${event.because}`,
        'plain',
        event.cwd ? [`cwd ${event.cwd}`] : [],
      )
    case 'verify_dependency':
      return line(event.path, event.state, event.state === 'verified' ? 'plain' : 'note', [])
    case 'resolve_env':
      return line(event.contributed_by, `sets ${event.keys.join(', ')}`, 'plain', [])
    case 'resolve_interpreter':
      return line(
        event.var,
        event.value === null ? 'not found' : `= ${event.value}`,
        event.value === null ? 'fail' : event.fallback ? 'note' : 'plain',
        [...(event.fallback ? ['fallback'] : []), ...event.tried.map((path) => `tried ${path}`)],
      )
    case 'resolve_config':
      return line(
        event.declared_by,
        `${event.path} (${event.mode})`,
        'plain',
        event.layers.map((found) => found.path ?? found.space),
      )
    case 'expand_template':
      return line(event.key, `pass ${event.pass}: ${event.placeholder}`, event.from === 'empty' ? 'note' : 'plain', [
        ...(event.from === 'value' ? [] : [event.from]),
        ...(event.quoted ? ['quoted'] : []),
      ])
    case 'call_module':
      return line(event.item_id, `called as module ${event.module}`, 'plain', [
        `${event.directory} first on PYTHONPATH`,
      ])
    case 'build_plan':
      return line(event.primitive, `digest ${event.digest.slice(0, 16)}`, 'plain', [])
    case 'run':
      return line(event.primitive, `${event.ending} after ${event.duration_ms} ms`, 'plain', [])
  }
}

/**
 * The whole trace as text, one event per line, for "Copy" and for screen readers. With a `link`, the first line
 * contains the link, and each other line ends with the parameter that opens its step.
 */
export function traceAsText(trace: readonly TraceEvent[], link?: string): string {
  const lines = trace.map((event, index) => {
    const { subject, text } = traceLine(event)
    const row = visible(`${String(index + 1).padStart(3)}  ${event.step.padEnd(20)} ${subject}  ${text}`)
    return link === undefined ? row : `${row}  &step=${index}`
  })
  return (
    link === undefined ? lines : [`To open a step, append the end of its line to this link: ${link}`, ...lines]
  ).join('\n')
}

function line(subject: string, text: string, tone: TraceTone, notes: readonly string[]): TraceLine {
  return { subject, text: notes.length > 0 ? `${text} · ${notes.join(' · ')}` : text, tone }
}
