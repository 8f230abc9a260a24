import { findSecrets } from '#core/trust'
import type { Snapshot } from '#core/workspace'

/** What of a walk that is about to be kept looks like a secret, with its line: whoever keeps it is told before it leaves in a link. */
export function secretsKept(snapshot: Snapshot, path: string, text: string): readonly string[] {
  // Only the environment of the draft decides what is a secret in it.
  const environment = Object.entries(snapshot.files).filter(([other]) => /\/\.env[^/]*$/.test(other))
  const files = { ...Object.fromEntries(environment), [path]: text }
  return findSecrets({ ...snapshot, parameters: '', files })
    .filter((secret) => secret.path === path)
    .map(({ name, line }) => `${name} in line ${line}`)
}
