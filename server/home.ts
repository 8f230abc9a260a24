import { userInfo } from 'node:os'
import { isAbsolute, plain } from './disk-paths.ts'

/**
 * The home directory of the user who runs this program: `HOME`, or the home directory in the system's user database if
 * `HOME` is missing, empty or not an absolute path. The home directory contains keys and policies, so it never depends
 * on the working directory.
 */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  const said = env['HOME'] ?? ''
  if (isAbsolute(said)) return plain(said)
  try {
    return plain(userInfo().homedir)
  } catch {
    // a user ID without a name, as in some containers
    return '/'
  }
}
