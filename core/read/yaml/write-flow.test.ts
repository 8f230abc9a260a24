import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactTexts } from '../../testing/exact-json.ts'
import { propertyRuns } from '../../testing/property.ts'
import { parseJson } from '../json.ts'
import { plain } from '../located.ts'
import { pyRepr } from '../value/text.ts'
import { PyBytes, PyComplex, PyDate, PyFloat, PySet, PyTuple, type Value } from '../value/value.ts'
import { readYaml } from './read.ts'
import { yamlFlow } from './write-flow.ts'

function read(text: string): Value {
  const reading = readYaml('x.yaml', `value: ${text}\n`)
  if (reading.kind !== 'document' || !reading.document) throw new Error(`${text}: ${JSON.stringify(reading)}`)
  const document = plain(reading.document)
  return document instanceof Map ? (document.get('value') as Value) : null
}

function valueOf(text: string): Value {
  const parsed = parseJson(text)
  if (parsed.kind !== 'parsed') throw new Error(text)
  return plain(parsed.document)
}

const others: readonly (readonly [Value, string])[] = [
  [new PyFloat(1e22), '1e+22'],
  [1e-7, '1e-07'],
  [new PyFloat(Infinity), 'inf'],
  [new PyFloat(-Infinity), '-inf'],
  [new PyFloat(NaN), 'nan'],
  [12345678901234567891n, '12345678901234567891'],
  [new PySet(['a']), "{'a'}"],
  [new PyDate('date', '2026-02-18'), 'datetime.date(2026, 2, 18)'],
  [new PyDate('datetime', '2026-02-18T01:02:03'), 'datetime.datetime(2026, 2, 18, 1, 2, 3)'],
  [new PyBytes(Uint8Array.of(0x61, 0xff)), String.raw`b'a\xff'`],
  [new PyTuple([1, new PyFloat(2)]), '[1, 2.0]'],
  [new PyComplex(1, 2), "'(1+2j)'"],
  [new Map<Value, Value>([[1, 'a'], [null, 'b'], [false, 'c'], [1.5, 'd']]), "{1: 'a', None: 'b', False: 'c', 1.5: 'd'}"], // prettier-ignore
  [new Map<Value, Value>([[new PyTuple([1]), 'e']]), "{'(1,)': 'e'}"],
  [new Map<Value, Value>([['k'.repeat(3000), 1]]), `{'${'k'.repeat(3000)}': 1}`],
  [new Map<Value, Value>([['$py', 'date'], ['iso', '2026-02-18']]), "{'$py': 'date', 'iso': '2026-02-18'}"], // prettier-ignore
  ['yes', "'yes'"],
  ['0x10', "'0x10'"],
  ['1:30', "'1:30'"],
]

test.for(others)('R2.3: %s survives a round-trip as %s', ([value, repr]) => {
  expect(pyRepr(read(yamlFlow(value)))).toBe(repr)
})

test.for(exactTexts)('R2.3: the JSON %s survives a round-trip', ([text]) => {
  expect(pyRepr(read(yamlFlow(valueOf(text))))).toBe(pyRepr(valueOf(text)))
})

test('any string and any number survives a round-trip', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.double(), fc.bigInt(), (text, number, integer) => {
      const value = new Map<Value, Value>([[text, [new PyFloat(number), integer, text]]])
      const again = read(yamlFlow(value)) as ReadonlyMap<string, readonly [number | PyFloat, number | bigint, string]>
      const [float, whole, same] = again.get(text) ?? []
      expect([float instanceof PyFloat ? float.value : float, String(whole), same]).toEqual([
        number,
        String(integer),
        text,
      ])
    }),
    { numRuns: propertyRuns(300) },
  )
})
