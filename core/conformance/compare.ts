import type { JsonObject } from '../read/value/encode.ts'
import { isObject } from '../read/value/object.ts'
import { compareGraph } from './compare-graph.ts'
import { contains, firstOf, isError, list, object, rows, same, sameError, shown } from './compare-json.ts'
import type { Json } from './json.ts'

/** One case of the corpus. */
export interface Case {
  readonly name: string
  readonly rev: string
  readonly area: string
  readonly input: Json
  readonly expected: Json
  readonly scope?: string
}

const countedWarnings: ReadonlySet<Json> = new Set([
  'no-version',
  'unreadable-version',
  'primitive-with-executor',
  'runtime-without-executor',
])
const comparedFields: ReadonlySet<string> = new Set(
  'version tool_type executor_id category config_schema env_config config anchor verify_deps inputs outputs child_constraints'.split(
    ' ',
  ),
)

/**
 * The first difference between an answer and the expected answer, compared as in section 3 of the corpus README; null
 * if there is none.
 */
export function compareCase(test: Case, actual: Json): string | null {
  const expected = test.expected
  if (test.area === 'validate')
    return 'satisfies' in object(expected) ? same(expected, actual, '') : sameVerdict(expected, actual, '')
  if (isError(expected)) return sameError(expected, actual, '')
  switch (test.area) {
    case 'metadata':
      if (test.rev !== 'feb18') return contains(expected, actual, '')
      return same(onlySet(object(expected)['metadata']), onlySet(object(actual)['metadata']), '.metadata')
    case 'resolve':
      return 'chain' in object(expected)
        ? contains(expected, actual, '', { validation: sameVerdict })
        : same(expected, actual, '')
    case 'execute':
      return sameRun(object(expected), object(actual))
    case 'lockfile':
      return sameSteps(object(expected)['results'] ?? [], object(actual)['results'] ?? [])
    case 'graph':
      return compareGraph(object(test.input)['kind'], expected, actual)
    default:
      return same(expected, actual, '')
  }
}

function sameRun(expected: JsonObject, actual: JsonObject): string | null {
  const calls = list(expected['primitive_calls'])
  const made = list(actual['primitive_calls'])
  if (calls.length !== made.length) return '.primitive_calls: number of calls'
  return (
    contains(expected['result'] ?? null, actual['result'] ?? null, '.result', { trace: sameTrace }) ??
    firstOf(calls.map((call, index) => contains(call, made[index] ?? null, `.primitive_calls[${index}]`))) ??
    same(expected['parameters_after'] ?? null, actual['parameters_after'] ?? null, '.parameters_after')
  )
}

function sameTrace(expected: Json, actual: Json, at: string): string | null {
  const steps = Object.entries(object(expected))
  return firstOf(steps.map(([step, events]) => same(events, object(actual)[step] ?? [], `${at}.${step}`)))
}

function sameSteps(expected: Json, actual: Json): string | null {
  const [want, have] = [list(expected), list(actual)]
  if (want.length !== have.length) return '.results: length'
  return firstOf(
    want.map((step, index) => {
      const at = `.results[${index}]`
      const timeless = withoutClock(have[index] ?? null)
      if (step === null) return null
      return isError(step) ? sameError(step, timeless, at) : contains(withoutClock(step), timeless, at)
    }),
  )
}

function sameVerdict(expected: Json, actual: Json, at: string): string | null {
  const verdict = object(actual)
  if (isError(expected)) return verdict['valid'] === false ? null : sameError(expected, actual, at)
  const want = object(expected)
  for (const field of ['valid', 'validated_pairs'] as const) {
    if (want[field] !== verdict[field]) return `${at}.${field}: ${shown(want[field])} <> ${shown(verdict[field])}`
  }
  if (rows(want['issues']) !== rows(verdict['issues']))
    return `${at}.issues: ${rows(want['issues'])} <> ${rows(verdict['issues'])}`
  const counted = list(verdict['warnings']).filter((row) => countedWarnings.has(list(row)[0] ?? null))
  return rows(want['warnings']) === rows(counted)
    ? null
    : `${at}.warnings: ${rows(want['warnings'])} <> ${rows(counted)}`
}

function withoutClock(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutClock)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'generated_at')
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutClock(item)]))
}

function onlySet(metadata: Json | undefined): Json {
  return Object.fromEntries(
    Object.entries(object(metadata ?? {})).filter(([key, value]) => comparedFields.has(key) && value !== null),
  )
}
