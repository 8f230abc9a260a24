import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { compareGraph } from '../conformance/compare-graph.ts'
import { answerGraph } from '../conformance/graph.ts'
import type { Json } from '../conformance/json.ts'
import { isObject } from '../read/value/object.ts'
import { judgedRuns } from '../testing/graphs/judged-runs.ts'
import { judgedSmall } from '../testing/graphs/judged-small.ts'
import { judgedWalks } from '../testing/graphs/judged-walks.ts'

// R16.1 to R16.8: walks with expected results derived by hand from the rules. Each case tests one sentence.

type Fields = Readonly<Record<string, Json>>

const fields = (value: Json | undefined): Fields => (isObject(value) ? value : {})

function casesIn(text: string): readonly { readonly name: string; readonly row: Fields }[] {
  const rows = parse(text) as Json // without custom tags, `parse` returns JSON
  if (!Array.isArray(rows)) throw new Error('must be a list of cases')
  return (rows as readonly Json[]).map((row) => ({ name: String(fields(row)['name']), row: fields(row) }))
}

/** A walk that begins at the first of the given nodes. `config` and `graph` add other fields. */
function walkOf({ nodes, config, graph, inputs = {}, results = {}, options = {}, environ = {} }: Fields): Json {
  const [start = null] = Object.keys(fields(nodes))
  const whole = { start, nodes: nodes ?? null, ...fields(config) }
  const document = { category: 'w', permissions: ['rye.execute.*'], config: whole, ...fields(graph) }
  return { kind: 'walk', graph: document, inputs, results, options, environ }
}

test.for([...casesIn(judgedWalks), ...casesIn(judgedRuns)])('$name', ({ row }) => {
  const question = walkOf(row)
  const answer = answerGraph('apr', question)
  expect(compareGraph('walk', row['expect'] ?? null, answer), JSON.stringify(answer, null, 1)).toBeNull()
})

test.for(casesIn(judgedSmall))('$name', ({ row: { name: _name, expect: expected, ...question } }) => {
  expect(answerGraph('apr', question)).toEqual(expected)
})
