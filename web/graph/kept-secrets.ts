import { findSecrets } from '#core/trust'
import type { Snapshot } from '#core/workspace'

/**
 * The possible secrets in a walk that the user is about to save, each with its line. The page warns about them, because
 * a link to the draft would contain them.
 */
export function secretsKept(snapshot: Snapshot, path: string, text: string): readonly string[] {
  // Only the `.env` files of the draft define its secrets.
  const environment = Object.entries(snapshot.files).filter(([other]) => /\/\.env[^/]*$/.test(other))
  const files = { ...Object.fromEntries(environment), [path]: text }
  return findSecrets({ ...snapshot, parameters: '', files })
    .filter((secret) => secret.path === path)
    .map(({ name, line }) => `${name} on line ${line}`)
}
