import { Validator, type Schema } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WorkBudget } from '../../work-budget.ts'
import { propertyRuns } from '../../testing/property.ts'
import type { Json } from './json.ts'
import { validateSchema } from './validate.ts'

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<Json>(null, true, false, 0, 1, 2, 1.5, '', 'a', 'ab'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'ab'), tie('value'), { maxKeys: 3 }),
  ),
})).value

const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => {
  const inner = tie('schema')
  const named = fc.dictionary(fc.constantFrom('a', 'b', 'ab'), inner, { maxKeys: 2 })
  const list = fc.array(inner, { minLength: 1, maxLength: 2 })
  const small = fc.nat(2)
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.boolean(),
      fc.record(
        {
          type: fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object'),
          enum: fc.array(value, { minLength: 1, maxLength: 3 }),
          const: value,
          ...{ minimum: small, exclusiveMaximum: small, minLength: small, maxItems: small, minProperties: small },
          uniqueItems: fc.boolean(),
          required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
          ...{ properties: named, additionalProperties: inner, propertyNames: inner, dependentSchemas: named },
          ...{ prefixItems: list, items: inner, contains: inner },
          ...{ allOf: list, anyOf: list, oneOf: list, not: inner, if: inner, then: inner, else: inner },
        },
        { requiredKeys: [] },
      ),
    ),
  }
}).schema

test('R5.1: a random schema accepts the same values as a reference implementation', () => {
  fc.assert(
    fc.property(schema, value, (given, instance) => {
      const other = new Validator(given as Schema, '2020-12', false)
      const { errors } = validateSchema(given, instance, new WorkBudget().share('schema'))
      expect(errors.length === 0).toBe(other.validate(instance).valid)
    }),
    { numRuns: propertyRuns(3_000) },
  )
})
