import { isRequest, isRequestKind, type PrimitiveKind } from '../rules/primitives.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { processEnv } from './env/process-env.ts'
import type { Environment } from './env/resolve.ts'
import { canonicalJson, canonicalTexts } from '../trust/integrity/canonical.ts'
import type { Ports } from '../input/host.ts'
import { limits } from '../limits.ts'
import { TemplateBudget } from './template/budget.ts'
import { bare, type Sourced, type SourcedText } from './template/sourced.ts'
import { jsonString } from '../read/value/json.ts'
import type { Value } from '../read/value/value.ts'
import type { WorkShare } from '../work-budget.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Parameters } from './parameters.ts'
import { planHttp, type HttpParts } from './http.ts'
import { primitiveNames } from './primitive-pass.ts'
import { planProcess, type ProcessParts } from './process.ts'

/** A plan in which every part has its source. */
export type PlanParts = ProcessParts | HttpParts

export type PlanResult =
  { readonly parts: PlanParts; readonly findings: readonly Diagnostic[] } | { readonly problem: Diagnostic }

/** R9.5, R9.6: the plan of a primitive, after template expansion in the finished configuration. */
export function planPrimitive(
  workspace: Workspace,
  primitive: PrimitiveKind,
  config: ReadonlyMap<Value, Sourced>,
  parameters: Parameters,
  resolved: Environment,
  share?: WorkShare,
): PlanResult {
  const env = processEnv(workspace, config.get('env'), resolved)
  if (!env)
    return {
      problem: {
        code: 'plan-incomplete',
        primitive,
        problem: 'env is not a mapping',
        at: config.get('env')?.at ?? null,
      },
    }
  const budget = new TemplateBudget(share)
  const input = { config, names: primitiveNames(config, parameters), env, budget }
  const planned = isRequestKind(primitive) ? planHttp(primitive, input) : planProcess(primitive, input)
  if ('problem' in planned) return planned
  if (budget.exceeded)
    return { problem: { code: 'template-limit', key: primitive, most: limits.templateLength, at: null } }
  return planned
}

/** The digest of a plan (R9.6), computed on demand because a check of a whole tree needs few digests. */
export function planDigest(host: Pick<Ports, 'sha256'>, parts: PlanParts): string {
  return host.sha256(canonicalPlan(parts))
}

/**
 * The canonical JSON of `planValue`. Processes have their own fast implementation, because a check can compute the
 * digest of every tool (R9.6).
 */
export function canonicalPlan(parts: PlanParts): string {
  if (isRequest(parts)) return canonicalJson(planValue(parts))
  const { primitive, args, timeout } = parts
  const text = (node: SourcedText | null): string => (node ? jsonString(node.text) : 'null')
  let json = '{"args":['
  for (let index = 0; index < args.length; index++) json += (index > 0 ? ',' : '') + text(args[index]!)
  json += `],"command":${text(parts.command)},"cwd":${text(parts.cwd)},"env":${canonicalTexts(parts.env)}`
  return `${json},"input":${text(parts.input)},"primitive":"${primitive}","timeout":${canonicalJson(timeout)}}`
}

/** The plan as a plain value, in the form of its digest and the document. */
export function planValue(parts: PlanParts): ReadonlyMap<Value, Value> {
  const texts = (entries: ReadonlyMap<string, SourcedText>): Value =>
    new Map([...entries].map(([name, node]) => [name, node.text]))
  if (!isRequest(parts)) {
    return new Map<Value, Value>([
      ['primitive', parts.primitive],
      ['command', parts.command.text],
      ['args', parts.args.map((arg) => arg.text)],
      ['env', texts(parts.env)],
      ['cwd', parts.cwd?.text ?? null],
      ['input', parts.input?.text ?? null],
      ['timeout', parts.timeout],
    ])
  }
  return new Map<Value, Value>([
    ['primitive', parts.primitive],
    ['method', parts.method.text],
    ['url', parts.url.text],
    ['headers', texts(parts.headers)],
    ['body', parts.body ? bare(parts.body) : null],
    ['auth', authValue(parts)],
    [
      'retry',
      new Map<Value, Value>([
        ['max_attempts', parts.max_attempts],
        ['backoff', parts.backoff],
      ]),
    ],
    ['timeout', parts.timeout],
    ['mode', parts.mode],
  ])
}

function authValue(parts: HttpParts): Value {
  const { auth } = parts
  if (!auth) return null
  if (auth.type === 'bearer')
    return new Map<Value, Value>([
      ['type', 'bearer'],
      ['token', auth.token.text],
    ])
  return new Map<Value, Value>([
    ['type', 'api_key'],
    ['key', auth.key.text],
    ['header', auth.header.text],
  ])
}
