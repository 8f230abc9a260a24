import type { JsonValue } from '../read/value/encode.ts'
import type { ProvenanceEntry } from './analysis.ts'

/** Who set a value, in words. */
export function contributorText(by: ProvenanceEntry['by']): string {
  switch (by.kind) {
    case 'element':
      return by.item_id
    case 'interpreter':
      return `interpreter search of ${by.item_id}`
    case 'anchor':
      return `anchor of ${by.item_id}`
    case 'config':
      return `tool config ${by.path}`
    case 'dotenv':
      return 'the project’s .env'
    case 'host':
      return 'the host’s environment'
    case 'caller':
      return 'the caller’s parameters'
    case 'schema-default':
      return 'a default of the config schema'
    case 'context':
      return `the execution context (${by.name})`
    case 'default':
      return 'a default of the engine'
  }
}

/** What a person calls the value that a pointer into the analysis names. */
export function nameOfPointer(pointer: string): string {
  const segments = pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
  const [area, ...rest] = segments
  if (area === 'env') return `$${rest.join('/')}`
  if (area === 'resolved_config') return ['config', ...rest].join('.')
  if (area === 'parameters') return ['parameter', ...rest.slice(1)].join(' ')
  if (area !== 'plan') return segments.join('.')
  if (rest[0] === 'command') return 'argv[0]'
  if (rest[0] === 'args') return `argv[${Number(rest[1]) + 1}]`
  if (rest[0] === 'input') return 'stdin'
  return rest.join('.')
}

/** A value as one would write it: text as it is, everything else as JSON. */
export function valueText(value: JsonValue): string {
  if (value === '') return '""'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
