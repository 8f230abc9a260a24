import type { JsonValue } from '#core'

/** What a person calls the value that a pointer into the analysis names. */
export function nameOfPointer(pointer: string): string {
  const segments = pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
  const [area, ...rest] = segments
  if (area === 'env') return `$${rest.join('/')}`
  if (area !== 'plan') return segments.join('.')
  if (rest[0] === 'command') return 'argv[0]'
  if (rest[0] === 'args') return `argv[${Number(rest[1]) + 1}]`
  if (rest[0] === 'input') return 'stdin'
  return rest.join('.')
}

/** The pointer to one environment variable. */
export function envPointer(name: string): string {
  return `/env/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A value as one would write it: text as it is, everything else as JSON. */
export function textOf(value: JsonValue): string {
  if (value === '') return '""'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
