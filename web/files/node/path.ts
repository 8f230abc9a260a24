/** The part of Node's `path` that memfs uses. The volume uses only absolute POSIX paths. */
export const sep = '/'

export function isAbsolute(path: string): boolean {
  return path.startsWith('/')
}

export function normalize(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') kept.push(segment)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!isAbsolute(path)) kept.push(segment)
  }
  const joined = kept.join('/')
  return isAbsolute(path) ? `/${joined}` : joined || '.'
}

export function join(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== '').join('/'))
}

export function resolve(...parts: readonly string[]): string {
  return parts.reduce((base, part) => normalize(isAbsolute(part) ? part : `${base}/${part}`), '/')
}

export function dirname(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut < 0 ? '.' : path.slice(0, cut) || '/'
}

export function basename(path: string, suffix = ''): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
}

export function relative(from: string, to: string): string {
  const base = resolve(from).split('/').filter(Boolean)
  const goal = resolve(to).split('/').filter(Boolean)
  let same = 0
  while (same < base.length && base[same] === goal[same]) same++
  return [...base.slice(same).map(() => '..'), ...goal.slice(same)].join('/')
}

export const posix = { sep, isAbsolute, normalize, join, resolve, dirname, basename, relative }

export default { ...posix, posix }
