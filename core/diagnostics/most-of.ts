import { limits } from '../limits.ts'
import type { SourceRange } from '../text/source.ts'
import type { Diagnostic } from './facts.ts'
import { severityOf, type Severity } from './severity.ts'

/** The limits on lists of findings. */
export type FindingsLimit = 'dependencyFindings' | 'itemFindings'

const order: readonly Severity[] = ['error', 'warning', 'hint']

/** The most severe findings up to a limit, in their original order, followed by one finding that counts the rest. */
export function mostOf(
  findings: readonly Diagnostic[],
  limit: FindingsLimit,
  devMode: boolean,
  at: SourceRange | null,
): readonly Diagnostic[] {
  const most = limits[limit]
  if (findings.length <= most) return findings
  const counts: Record<Severity, number> = { error: 0, warning: 0, hint: 0 }
  for (const finding of findings) counts[severityOf(finding, devMode)]++
  let room = most
  const kept: Record<Severity, number> = { error: 0, warning: 0, hint: 0 }
  for (const severity of order) {
    kept[severity] = Math.min(counts[severity], room)
    room -= kept[severity]
  }
  const worst = order.find((severity) => kept[severity] < counts[severity]) ?? 'hint'
  const listed: Diagnostic[] = []
  for (const finding of findings) if (kept[severityOf(finding, devMode)]-- > 0) listed.push(finding)
  listed.push({ code: 'findings-limit', limit, most, left_out: findings.length - most, worst, at })
  return listed
}
