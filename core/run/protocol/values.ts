import { nestsWithin } from '../../read/value/depth.ts'
import { isObject } from '../../read/value/object.ts'
import * as v from 'valibot'
import { limits } from '../../limits.ts'
import { isSpace, type Space } from '../../rules/space.ts'
import type { JsonValue } from '../../read/value/encode.ts'

/** A schema that validates messages of any shape as one engine type. */
export type Reads<T> = v.GenericSchema<unknown, T>

/** Any JSON value. Messages are parsed with `JSON.parse`, so no further check is needed. */
export const json: Reads<JsonValue> = v.custom<JsonValue>((value) => value !== undefined)

/** A mapping of names to strings, including `__proto__`, so that every value of a run is visible. */
export const texts = v.custom<Readonly<Record<string, string>>>(
  (value) => isObject(value) && Object.values(value).every((text) => typeof text === 'string'),
  'must be a mapping of names to strings',
)

/** A mapping of names to JSON. */
export const mapping = v.custom<Readonly<Record<string, JsonValue>>>(isObject, 'must be a mapping')

const nests = <T extends JsonValue>() =>
  v.check<T, string>(
    (value) => nestsWithin(value, limits.valueDepth),
    `must not nest deeper than the limit valueDepth (${limits.valueDepth})`,
  )

/** JSON for a walk, within the nesting limit of its values. */
export const shallow = v.pipe(json, nests<JsonValue>())
export const shallowMapping = v.pipe(mapping, nests<Readonly<Record<string, JsonValue>>>())

export const space = v.custom<Space>((value) => typeof value === 'string' && isSpace(value), 'must be a space')

/** A whole number of at least 0. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A string of limited length, for IDs and digests. */
export const shortText = v.pipe(v.string(), v.maxLength(4096))
