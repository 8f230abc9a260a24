import type { RequestKind } from '../rules/primitives.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { unknownSetting } from '../read/metadata/unknown-values.ts'
import { mapTexts } from './template/expand.ts'
import { expandNames } from './template/names.ts'
import { expandVariables } from './template/variables.ts'
import { bare, holds, SourcedLeaf, sourcedText, SourcedText, type Sourced } from './template/sourced.ts'
import { visible } from '../text/visible.ts'
import { pyRepr, pyStr } from '../read/value/text.ts'
import { typeName } from '../read/value/type-name.ts'
import { PyFloat, type Value } from '../read/value/value.ts'
import { asText } from './as-text.ts'
import { expandForPrimitive, isUnset, type PrimitiveInput } from './primitive-pass.ts'
import { noTimeout, timeoutOf, wrongTimeout } from './seconds.ts'

/** The request that `http_client` would send, each part with its source (R9.6, R15.2). */
export interface HttpParts {
  readonly primitive: RequestKind
  readonly method: SourcedText
  readonly url: SourcedText
  readonly headers: ReadonlyMap<string, SourcedText>
  /** Undefined without a body. */
  readonly body: Sourced | undefined
  readonly auth: HttpAuthParts | null
  readonly max_attempts: number
  readonly backoff: 'exponential' | 'none'
  /** Timeout in seconds; null if the plan sets none (R9.10). */
  readonly timeout: number | null
  readonly mode: 'sync' | 'stream'
  /** The sources of settings without templates, by path in the plan (`retry/max_attempts`). */
  readonly settings: ReadonlyMap<string, Sourced>
}

type HttpAuthParts =
  | { readonly type: 'bearer'; readonly token: SourcedText }
  | { readonly type: 'api_key'; readonly key: SourcedText; readonly header: SourcedText }

export type HttpResult =
  { readonly parts: HttpParts; readonly findings: readonly Diagnostic[] } | { readonly problem: Diagnostic }

const by = { kind: 'default' } as const

/** Maximum number of characters in a displayed path in a body. */
const mostPath = 80

const text = (value: string): SourcedText => sourcedText(value, by)
const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** R15.2: plans a request from method, URL, headers, JSON body, auth, retry, timeout and `mode: stream`. */
export function planHttp(primitive: RequestKind, input: PrimitiveInput): HttpResult {
  const { config } = input
  const cannot = (problem: string, node?: Sourced): HttpResult => ({
    problem: { code: 'plan-incomplete', primitive, problem, at: node?.at ?? null },
  })
  const urlNode = config.get('url')
  if (!urlNode || isUnset(urlNode)) return cannot('no url is configured', urlNode)
  if (urlNode.kind !== 'text') return cannot('the url is not a string', urlNode)
  const url = expandForPrimitive(urlNode, input)
  const headers = headersOf(config.get('headers'), input)
  if (!headers) return cannot('headers is not a mapping', config.get('headers'))
  const auth = authOf(config.get('auth'), input)
  if (typeof auth === 'string') return cannot(auth, config.get('auth'))
  const methodNode = config.get('method')
  const given = methodNode && !isUnset(methodNode) ? expandForPrimitive(asText(methodNode), input) : text('GET')
  const upper = given.text.toUpperCase()
  const method = upper === given.text ? given : new SourcedText(upper, given.by, given.at, -1, given.beat, given.steps)
  const bodyNode = config.get('body')
  const sendsBody = withBody.has(method.text) && bodyNode !== undefined && holds(bodyNode)
  const body = sendsBody ? mapTexts(bodyNode, (node) => expandBody(node, input)) : undefined
  const foreign = body && foreignIn(body, 'body')
  if (foreign) return cannot(`the body cannot be written as JSON: ${foreign.problem}`, foreign.node)
  const retry = config.get('retry')
  const retrySettings = retry?.kind === 'dict' ? retry.entries : new Map<Value, Sourced>()
  const [attemptsNode, backoffNode] = [retrySettings.get('max_attempts'), retrySettings.get('backoff')]
  const [timeoutNode, modeNode] = [config.get('timeout'), config.get('mode')]
  const max_attempts = Math.max(1, Math.min(10, wholeNumber(attemptsNode) ?? 1))
  const backoff = backoffNode && bare(backoffNode) !== 'exponential' ? 'none' : 'exponential'
  const timeout = timeoutOf('request', timeoutNode)
  if (timeout === 'wrong') return cannot(wrongTimeout, timeoutNode)
  const mode = modeNode && bare(modeNode) === 'stream' ? 'stream' : 'sync'
  return {
    parts: {
      primitive,
      method,
      url,
      headers,
      body,
      auth,
      max_attempts,
      backoff,
      timeout,
      mode,
      settings: new Map([
        ['retry/max_attempts', settled(max_attempts, attemptsNode)],
        ['retry/backoff', settled(backoff, backoffNode)],
        ['timeout', settled(timeout, timeoutNode)],
        ['mode', settled(mode, modeNode)],
      ]),
    },
    findings: [
      ...noTimeout(timeout, timeoutNode),
      ...(modeNode ? unknownSetting(['config', 'mode'], bare(modeNode), modeNode.at) : []),
      ...(backoffNode ? unknownSetting(['config', 'retry', 'backoff'], bare(backoffNode), backoffNode.at) : []),
    ],
  }
}

/** The final value of a setting, with the source of the configured value. */
function settled(value: number | string | null, node: Sourced | undefined): Sourced {
  if (node && bare(node) === value) return node
  const [from, at] = [node?.by ?? by, node?.at ?? null]
  return typeof value === 'string' ? sourcedText(value, from, at) : new SourcedLeaf(value, from, at)
}

function expandBody(node: SourcedText, input: PrimitiveInput): Sourced {
  const expanded = expandVariables(node, (name) => input.env.get(name), { pass: 3, quote: false, budget: input.budget })
  return expandNames(expanded, input.names, 3, 1, true, input.budget)
}

/** R15.2: the first part of a body that JSON cannot represent. */
function foreignIn(node: Sourced, path: string): { readonly problem: string; readonly node: Sourced } | undefined {
  switch (node.kind) {
    case 'text':
      return undefined
    case 'leaf':
      return isJsonLeaf(node.value) ? undefined : { problem: `${shortPath(path)} is ${foreignName(node.value)}`, node }
    case 'list':
      return firstFound(node.items, (item, index) => foreignIn(item, `${path}[${index}]`))
    case 'dict':
      return firstFound([...node.entries], ([key, item]) =>
        typeof key === 'string'
          ? foreignIn(item, `${path}.${key}`)
          : {
              problem: `the key ${pyRepr(key)} in ${shortPath(path)} is ${foreignName(key)}, not a string`,
              node: item,
            },
      )
  }
}

function firstFound<T, R>(all: readonly T[], find: (one: T, index: number) => R | undefined): R | undefined {
  for (const [index, one] of all.entries()) {
    const found = find(one, index)
    if (found !== undefined) return found
  }
  return undefined
}

function isJsonLeaf(value: Value): boolean {
  if (value instanceof PyFloat) return Number.isFinite(value.value)
  return value === null || ['boolean', 'number', 'bigint', 'string'].includes(typeof value)
}

function foreignName(value: Value): string {
  return value instanceof PyFloat && !Number.isFinite(value.value) ? pyStr(value) : `of type ${typeName(value)}`
}

function shortPath(path: string): string {
  const shown = visible(path.slice(0, mostPath))
  return path.length > mostPath ? `${shown}…` : shown
}

function headersOf(node: Sourced | undefined, input: PrimitiveInput): ReadonlyMap<string, SourcedText> | undefined {
  const headers = new Map<string, SourcedText>()
  if (node === undefined || isUnset(node)) return headers
  if (node.kind !== 'dict') return undefined
  for (const [name, value] of node.entries) headers.set(pyStr(name), expandForPrimitive(asText(value), input))
  return headers
}

function authOf(node: Sourced | undefined, input: PrimitiveInput): HttpAuthParts | null | string {
  if (node === undefined || !holds(node)) return null
  if (node.kind !== 'dict') return 'auth is not a mapping'
  const part = (name: string, otherwise: string): SourcedText => {
    const value = node.entries.get(name)
    return value && !isUnset(value) ? expandForPrimitive(asText(value), input) : text(otherwise)
  }
  const type = node.entries.get('type')
  if (type && bare(type) === 'bearer') return { type: 'bearer', token: part('token', '') }
  if (type && bare(type) === 'api_key')
    return { type: 'api_key', key: part('key', ''), header: part('header', 'X-API-Key') }
  return 'auth.type is neither bearer nor api_key'
}

function wholeNumber(node: Sourced | undefined): number | undefined {
  const value = node && bare(node)
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}
