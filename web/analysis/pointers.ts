import { pointerTo, type JsonValue } from '#core'

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

/** The parts of a value that have an origin of their own, each with its pointer; a value without such parts is one part. */
export function partsOf(
  pointer: string,
  value: JsonValue,
  known: (pointer: string) => boolean,
): readonly (readonly [pointer: string, value: JsonValue])[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const parts = inside.map(([name, item]) => [pointerTo(pointer, name), item] as const)
  const whole = parts.length === 0 || (known(pointer) && !parts.some(([part]) => known(part)))
  return whole ? [[pointer, value]] : parts.flatMap(([part, item]) => partsOf(part, item, known))
}

/** A value as one would write it: text as it is, everything else as JSON. */
export function textOf(value: JsonValue): string {
  if (value === '') return '""'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
