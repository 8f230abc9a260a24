/**
 * R8.1, departure G4: a config path below `.ai/config`, normalised as text; undefined if it is absolute or leaves that
 * directory.
 */
export function configPath(path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\0')) return undefined
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}
