import { Redaction } from '../trust/redaction.ts'
import { isNamedSecret } from '../trust/secret-shapes.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { AnalysisOptions } from './request.ts'
import type { Resolution } from './resolution.ts'

/**
 * The minimum length at which a value with a secret name is also hidden elsewhere. A shorter value can occur by chance.
 */
const leastNamed = 8

/** The redaction of one analysis: it knows the values of `.env`, and values whose name indicates a secret. */
export function redactionOf(
  { host }: Workspace,
  { env, given, defaults, work }: Resolution,
  { show_secrets }: AnalysisOptions,
): Redaction {
  const secrets = new Set<string>()
  for (const [name, node] of env ?? []) {
    const isOwn = node.by.kind === 'dotenv' && node.text !== ''
    if (isOwn || (node.text.length >= leastNamed && isNamedSecret(name, node.text))) secrets.add(node.text)
  }
  for (const [name, node] of [...given, ...defaults]) {
    const value = node.kind === 'text' ? node.text : undefined
    if (value !== undefined && value.length >= leastNamed && isNamedSecret(name, value)) secrets.add(value)
  }
  return new Redaction(secrets, host, work.share('secrets'), show_secrets === true)
}
