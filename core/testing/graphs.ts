import fc from 'fast-check'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { isDict, type Dict } from '../read/value/value.ts'

/** A JSON object as a graph document. */
export function graphDocument(json: JsonValue): Dict {
  const document = decodeValue(json)
  if (!isDict(document)) throw new Error('a graph is a mapping')
  return document
}

type Json = JsonValue

const keys = ['a', 'b', 'item', 'inputs', '__proto__', '_retries', '_last_error']
const paths = ['state.a', 'state.b.c', 'inputs.x', 'result.v', 'result', 'item', 'state', '', '.', 'state.__proto__']
const key = fc.constantFrom(...keys)
const path = fc.constantFrom(...paths)

const text = fc.oneof(
  path.map((one) => `\${${one}}`),
  fc.tuple(path, path, fc.constantFrom('json', 'length', 'upper', 'keys', 'nope')).map(([a, b, pipe]) => `\${${a} || ${b} | ${pipe}}`),
  path.map((one) => `x\${${one}}\${${one}}`),
  fc.constantFrom('{input:x}', '{input:no:dflt}', '${', '${}', 'plain', ''),
) // prettier-ignore

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom<Json>(null, true, 0, 1, 2.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
})).value

const condition: fc.Arbitrary<Json> = fc.letrec<{ condition: Json }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.record({
      path,
      op: fc.constantFrom('eq', 'ne', 'gt', 'in', 'contains', 'regex', 'exists', 'odd'),
      value: fc.oneof(value, fc.constantFrom('(a+)+$', '[', '^x')),
    }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
    fc.constantFrom<Json>(null, {}, [], 'x', 5),
  ),
})).condition

function nodeOf(name: fc.Arbitrary<string>, sound: boolean): fc.Arbitrary<Json> {
  const next: fc.Arbitrary<Json> = fc.oneof(
    name,
    fc.array(fc.record({ to: fc.oneof(name, fc.constant(null)), when: condition }), { maxLength: 3 }),
    fc.constant(null),
  )
  const action = fc.record({
    item_id: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('tool:t/a', 'tool:t/b') }, { weight: 1, arbitrary: value }),
    params: fc.oneof(fc.dictionary(key, value, { maxKeys: 2 }), fc.constant(null)),
  }) // prettier-ignore
  const assign = fc.option(fc.dictionary(key, value, { maxKeys: 3 }), { nil: null })
  const on_error = fc.option(name, { nil: null, freq: 3 })
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ action, assign, next, on_error, cache_result: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('gate'), assign, next }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('foreach'),
        over: sound ? fc.oneof(fc.constant('${state.b}'), fc.array(value, { maxLength: 4 })) : value,
        as: fc.constantFrom('item', 'a', null),
        action,
        collect: fc.option(key, { nil: null }),
        parallel: fc.boolean(),
        max_concurrency: fc.constantFrom(0, 1, 3, null),
        next,
        on_error,
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('return'), output: value }) },
    {
      weight: sound ? 0 : 1,
      arbitrary: fc.dictionary(fc.constantFrom('type', 'action', 'next', 'assign', 'on_error'), value),
    },
  )
}

const hook: fc.Arbitrary<Json> = fc.record({
  event: fc.constantFrom('graph_started', 'after_step', 'error', 'limit', 'graph_completed'),
  condition,
  action: fc.constantFrom<Json>({ retry: true, max_retries: 2 }, { item_id: 'tool:h/x', params: { s: '${state}' } }, null),
  layer: fc.constantFrom(0, 1, 2, 3, null),
}) // prettier-ignore

/** Graphs of up to 50 nodes: mostly valid, some with an invalid node or an edge to a missing node. */
export const anyGraph: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: graphs(true) },
  { weight: 1, arbitrary: graphs(false) },
)

function graphs(sound: boolean): fc.Arbitrary<Json> {
  return fc.integer({ min: 1, max: 50 }).chain((count) => graphOf(count, sound))
}

function graphOf(count: number, sound: boolean): fc.Arbitrary<Json> {
  const names = Array.from({ length: count }, (_, index) => (index === 7 ? '__proto__' : `n${index}`))
  const name = fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...names) },
    { weight: sound ? 0 : 1, arbitrary: fc.constant('gone') },
  )
  return fc.record({
    category: fc.constant('any'),
    permissions: fc.constantFrom<Json>(['*'], ['rye.execute.tool.t.*'], 'rye.execute.*'),
    config: fc.record({
      start: fc.constant('n0'),
      nodes: fc.array(nodeOf(name, sound), { minLength: count, maxLength: count }).map((nodes): Json => {
        return Object.fromEntries(nodes.map((node, index) => [names[index]!, node]))
      }),
      state: fc.dictionary(key, value, { maxKeys: 2 }),
      hooks: fc.array(hook, { maxLength: 2 }),
      on_error: fc.constantFrom('fail', 'continue', null),
      max_steps: fc.integer({ min: 0, max: 40 }),
    }),
  })
}

/** Answers to the calls of random walks, in order. */
export const anyAnswers: fc.Arbitrary<readonly Json[]> = fc.array(
  fc.oneof(
    fc.record({ status: fc.constantFrom('success', 'error'), data: fc.oneof(fc.record({ v: value }), value) }),
    fc.constantFrom<Json>({ $raise: 'broken' }, null, 'text', { success: false, error: 'no' }),
  ),
  { minLength: 1, maxLength: 6 },
)
