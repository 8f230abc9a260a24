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

type JsonObject = { readonly [key: string]: Json }

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

/** Section 3 of the corpus README: null when the answer counts as equal, else where it differs. */
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

function sameError(expected: JsonObject, actual: Json, at: string): string | null {
  const error = object(actual)
  if (typeof error['error'] !== 'string')
    return `${at}: expected the error ${shown(expected['error'])}, got ${shown(actual)}`
  if (expected['error'] === 'Failure') return null
  for (const field of ['error', 'reason'] as const) {
    if (expected[field] !== undefined && expected[field] !== error[field])
      return `${at}: ${shown(expected)} <> ${shown(actual)}`
  }
  return null
}

/** Only the keys that are expected. */
function contains(
  expected: Json,
  actual: Json,
  at: string,
  special: Readonly<Record<string, (expected: Json, actual: Json, at: string) => string | null>> = {},
): string | null {
  if (!isObject(actual)) return `${at}: nothing to compare`
  return firstOf(
    Object.entries(object(expected)).map(([key, value]) => {
      const check = special[key]
      if (check) return check(value, actual[key] ?? null, `${at}.${key}`)
      return key in actual ? same(value, actual[key] ?? null, `${at}.${key}`) : `${at}.${key}: missing`
    }),
  )
}

function same(expected: Json, actual: Json, at: string): string | null {
  if (isError(expected)) return sameError(expected, actual, at)
  if (canonical(expected) === canonical(actual)) return null
  if (isObject(expected) && isObject(actual) && !('$py' in expected) && !('$py' in actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return firstOf(
      [...keys].map((key) => {
        if (!(key in actual)) return `${at}.${key}: missing`
        return key in expected ? same(expected[key]!, actual[key]!, `${at}.${key}`) : `${at}.${key}: not expected`
      }),
    )
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return firstOf(
      expected.map((item: Json, index) => same(item, (actual as readonly Json[])[index]!, `${at}[${index}]`)),
    )
  }
  return `${at}: ${shown(expected)} <> ${shown(actual)}`
}

/** One text for equal values: keys sorted, sets unordered, -0 is 0. */
function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (isObject(value)) {
    if (value['$py'] === 'set') return `set(${list(value['items']).map(canonical).sort().join(',')})`
    if (value['$py'] === 'dict') {
      const pairs = list(value['items']).map((pair) => list(pair).map(canonical).join(':'))
      return `dict(${pairs.sort().join(',')})`
    }
    const keys = Object.keys(value).sort()
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
  }
  return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'undefined')
}

function rows(value: Json | undefined): string {
  return [...new Set(list(value).map(canonical))].sort().join(' ')
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

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function isError(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    typeof value['error'] === 'string' &&
    Object.keys(value).every((key) => key === 'error' || key === 'reason') &&
    /^[A-Z]/.test(value['error'])
  )
}

function firstOf(differences: readonly (string | null)[]): string | null {
  return differences.find((difference) => difference !== null) ?? null
}

function shown(value: Json | undefined): string {
  return canonical(value).slice(0, 300)
}
