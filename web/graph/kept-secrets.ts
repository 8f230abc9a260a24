import { findSecrets } from '#core/trust'
import type { Snapshot } from '#core/workspace'

/** The possible secrets in a walk that is about to be saved, each with its line, so that the page can warn before a link contains them. */
export function secretsKept(snapshot: Snapshot, path: string, text: string): readonly string[] {
  // Only the `.env` files of the draft define its secrets.
  const environment = Object.entries(snapshot.files).filter(([other]) => /\/\.env[^/]*$/.test(other))
  const files = { ...Object.fromEntries(environment), [path]: text }
  return findSecrets({ ...snapshot, parameters: '', files })
    .filter((secret) => secret.path === path)
    .map(({ name, line }) => `${name} in line ${line}`)
}
