import { isArray, isMapping, type Json, type JsonMapping } from './json.ts'
import { Instance } from './instance.ts'
import type { Keyword } from './keywords.ts'
import type { SchemaWalk, Visit } from './walk.ts'

/** Makes a keyword that applies only to objects and has a mapping as its value. */
function onObjects(
  name: string,
  check: (walk: SchemaWalk, value: JsonMapping, visit: Visit, given: JsonMapping) => boolean,
): Keyword {
  return (walk, value, visit) => {
    if (!isMapping(value)) return walk.misused(visit, name, 'must be a mapping')
    const given = visit.instance.value
    return !isMapping(given) || check(walk, value, visit, given)
  }
}

function member(walk: SchemaWalk, schema: Json, visit: Visit, name: string): boolean {
  const inner = visit.instance.at(name)
  visit.evaluated?.names.add(name)
  return inner === undefined || walk.visit(schema, inner)
}

/** The names that neither `properties` nor `patternProperties` covers, only `additionalProperties`. */
function* additional(walk: SchemaWalk, visit: Visit, given: JsonMapping): Generator<string> {
  const { properties, patternProperties } = visit.schema
  const patterns = isMapping(patternProperties) ? Object.keys(patternProperties) : []
  for (const name of Object.keys(given)) {
    walk.share.draw(1 + patterns.length)
    if (isMapping(properties) && Object.hasOwn(properties, name)) continue
    if (!patterns.some((pattern) => walk.matches(visit, 'patternProperties', pattern, name) === true)) yield name
  }
}

function missing(
  walk: SchemaWalk,
  names: Json,
  visit: Visit,
  keyword: string,
  given: JsonMapping,
  because = '',
): boolean {
  if (!isArray(names)) return walk.misused(visit, keyword, 'must be a list of names')
  walk.share.draw(names.length)
  return walk.every(names, (name) => {
    if (typeof name !== 'string') return walk.misused(visit, keyword, 'must be a list of names')
    return Object.hasOwn(given, name) || walk.refuse(visit, keyword, `"${name}" is missing${because}`)
  })
}

function dependents(keyword: string): Keyword {
  return onObjects(keyword, (walk, value, visit, given) => {
    const present = Object.keys(value).filter((name) => Object.hasOwn(given, name))
    walk.share.draw(present.length)
    return walk.every(present, (name) => {
      const needs = value[name] ?? true
      if (isArray(needs)) return missing(walk, needs, visit, keyword, given, `, which ${name} requires`)
      return walk.applies(needs, visit)
    })
  })
}

/** Keywords about the names and members of an object. */
export const objectKeywords: Readonly<Record<string, Keyword>> = {
  required(walk, value, visit) {
    const given = visit.instance.value
    return !isMapping(given) || missing(walk, value, visit, 'required', given)
  },
  dependentRequired: dependents('dependentRequired'),
  dependentSchemas: dependents('dependentSchemas'),
  dependencies: dependents('dependencies'),
  propertyNames(walk, value, visit) {
    const given = visit.instance.value
    if (!isMapping(given)) return true
    return walk.every(Object.keys(given), (name) => {
      if (walk.passes(value, new Instance(name))) return true
      return walk.refuse(visit, 'propertyNames', `the name "${name}" is not allowed`, visit.instance.at(name))
    })
  },
  properties: onObjects('properties', (walk, value, visit, given) => {
    const names = Object.keys(value)
    walk.share.draw(names.length)
    return walk.every(names, (name) => !Object.hasOwn(given, name) || member(walk, value[name] ?? true, visit, name))
  }),
  patternProperties: onObjects('patternProperties', (walk, value, visit, given) => {
    return walk.every(Object.entries(value), ([pattern, schema]) => {
      const found = Object.keys(given).filter(
        (name) => walk.matches(visit, 'patternProperties', pattern, name) === true,
      )
      return walk.every(found, (name) => member(walk, schema, visit, name))
    })
  }),
  additionalProperties(walk, value, visit) {
    const given = visit.instance.value
    if (!isMapping(given)) return true
    return walk.every(additional(walk, visit, given), (name) => {
      if (value !== false) return member(walk, value, visit, name)
      return walk.refuse(visit, 'additionalProperties', `the name "${name}" is not allowed`, visit.instance.at(name))
    })
  },
  unevaluatedProperties(walk, value, visit) {
    const given = visit.instance.value
    if (!isMapping(given)) return true
    const open = Object.keys(given).filter((name) => !visit.evaluated?.names.has(name))
    walk.share.draw(open.length)
    return walk.every(open, (name) => {
      if (value !== false) return member(walk, value, visit, name)
      return walk.refuse(visit, 'unevaluatedProperties', `the name "${name}" is not allowed`, visit.instance.at(name))
    })
  },
}
