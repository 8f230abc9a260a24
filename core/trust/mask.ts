import { purePorts, type Ports } from '../input/host.ts'
import { WorkBudget } from '../work-budget.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { Redaction } from './redaction.ts'
import { knownSecrets } from './secrets.ts'

/**
 * Replaces secrets with fingerprints in text from outside an analysis, such as the output of a run: the known secrets
 * of a draft, and strings that look like a secret. The time is linear in the text.
 */
export function maskOf(snapshot: Snapshot, host: Ports = purePorts): (text: string) => string {
  const redaction = new Redaction(knownSecrets(snapshot), host, new WorkBudget(Infinity).share('secrets'))
  return (text) => redaction.text(text)
}
