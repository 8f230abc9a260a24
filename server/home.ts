import { userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * The home directory of whoever runs this program: `HOME`, or what the machine knows of the user where that is missing, empty or no
 * whole path. Keys and policies lie below it, so it never depends on the folder in which a command happens to run.
 */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  const said = env['HOME'] ?? ''
  if (isAbsolute(said)) return said
  try {
    return userInfo().homedir
  } catch {
    // A number without a name, as in some containers.
    return '/'
  }
}
