import { isArray, isMapping, isNumber, type Json } from './json.ts'
import { isMultipleOf } from './multiple.ts'
import type { Keyword } from './keywords.ts'

const typeNames: ReadonlySet<Json> = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'])

/** The name of a value's type in schemas. */
function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (isArray(value)) return 'array'
  return isNumber(value) ? 'number' : typeof value
}

function isOfType(value: Json, name: Json): boolean {
  return name === typeOf(value) || (name === 'integer' && (Number.isInteger(value) || typeof value === 'bigint'))
}

/** A value for a message, shortened to a readable length. */
function shown(value: Json): string {
  const scalar =
    isMapping(value) || isArray(value) ? `an ${typeOf(value)}` : isNumber(value) ? String(value) : JSON.stringify(value)
  return scalar.length > 60 ? `${scalar.slice(0, 57)}...` : scalar
}

const most = 10

function listOf(values: readonly Json[]): string {
  const more = values.length > most ? ` and ${values.length - most} more` : ''
  return values.slice(0, most).map(shown).join(', ') + more
}

/** Makes a keyword that compares a measure of the value with a limit. */
function bound(
  measure: (value: Json, draw: (units: number) => void) => number | bigint | undefined,
  keeps: (measured: number | bigint, bound: number | bigint) => boolean,
  message: (measured: number | bigint, bound: number | bigint) => string,
): (name: string) => Keyword {
  return (name) => (walk, limit, visit) => {
    if (!isNumber(limit)) return walk.misused(visit, name, 'must be a number')
    const measured = measure(visit.instance.value, (units) => walk.share.draw(units))
    return measured === undefined || keeps(measured, limit) || walk.refuse(visit, name, message(measured, limit))
  }
}

const asNumber = (value: Json): number | bigint | undefined => (isNumber(value) ? value : undefined)

/** The length of a string in characters, not UTF-16 units; undefined for other values. */
function lengthOf(value: Json, draw: (units: number) => void): number | undefined {
  if (typeof value !== 'string') return undefined
  draw(value.length)
  let length = value.length
  for (const _ of value.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) length--
  return length
}
const itemsOf = (value: Json): number | undefined => (isArray(value) ? value.length : undefined)
const namesOf = (value: Json): number | undefined => (isMapping(value) ? Object.keys(value).length : undefined)

const least = (a: number | bigint, b: number | bigint): boolean => !(a < b)
const atMost = (a: number | bigint, b: number | bigint): boolean => !(a > b)
const counted = (what: string, bound: 'minimum' | 'maximum') => (is: number | bigint, limit: number | bigint) =>
  `it has ${is} ${what}${is === 1 ? '' : 's'}; the ${bound} is ${limit}`

/** Keywords about a single value. */
export const plainKeywords: Readonly<Record<string, Keyword>> = {
  type(walk, value, visit) {
    const names = isArray(value) ? value : [value]
    if (!names.every((name) => typeNames.has(name)))
      return walk.misused(visit, 'type', `must be one of ${[...typeNames].join(', ')}, or a list of them`)
    const given = visit.instance.value
    if (names.some((name) => isOfType(given, name))) return true
    return walk.refuse(visit, 'type', `${shown(given)} is of type ${typeOf(given)}, not ${names.join(' or ')}`)
  },
  const(walk, value, visit) {
    if (walk.keyOf(value) === walk.keyOf(visit.instance.value)) return true
    return walk.refuse(visit, 'const', `${shown(visit.instance.value)} is not ${shown(value)}`)
  },
  enum(walk, value, visit) {
    if (!isArray(value)) return walk.misused(visit, 'enum', 'must be a list')
    if (walk.enumOf(value).has(walk.keyOf(visit.instance.value))) return true
    return walk.refuse(visit, 'enum', `${shown(visit.instance.value)} is not one of ${listOf(value)}`)
  },
  multipleOf(walk, value, visit) {
    if (!isNumber(value) || !(value > 0)) return walk.misused(visit, 'multipleOf', 'must be a number greater than 0')
    const given = visit.instance.value
    walk.share.draw(100)
    if (!isNumber(given) || isMultipleOf(given, value)) return true
    return walk.refuse(visit, 'multipleOf', `${given} is not a multiple of ${value}`)
  },
  minimum: bound(asNumber, least, (is, limit) => `${is} is less than ${limit}`)('minimum'),
  maximum: bound(asNumber, atMost, (is, limit) => `${is} is greater than ${limit}`)('maximum'),
  exclusiveMinimum: bound(
    asNumber,
    (is, limit) => !(is <= limit),
    (is, limit) => `${is} is not greater than ${limit}`,
  )('exclusiveMinimum'),
  exclusiveMaximum: bound(
    asNumber,
    (is, limit) => !(is >= limit),
    (is, limit) => `${is} is not less than ${limit}`,
  )('exclusiveMaximum'),
  minLength: bound(lengthOf, least, counted('character', 'minimum'))('minLength'),
  maxLength: bound(lengthOf, atMost, counted('character', 'maximum'))('maxLength'),
  minItems: bound(itemsOf, least, counted('item', 'minimum'))('minItems'),
  maxItems: bound(itemsOf, atMost, counted('item', 'maximum'))('maxItems'),
  minProperties: bound(namesOf, least, counted('name', 'minimum'))('minProperties'),
  maxProperties: bound(namesOf, atMost, counted('name', 'maximum'))('maxProperties'),
  pattern(walk, value, visit) {
    if (typeof value !== 'string') return walk.misused(visit, 'pattern', 'must be a string')
    const given = visit.instance.value
    if (typeof given !== 'string' || walk.matches(visit, 'pattern', value, given) !== false) return true
    return walk.refuse(visit, 'pattern', `${shown(given)} does not match ${value}`)
  },
}
