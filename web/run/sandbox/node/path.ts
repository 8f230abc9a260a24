/** `node:path` for POSIX systems; `cwd` comes from the process. */
export function makePath(cwd: () => string) {
  const normalize = (path: string): string => {
    if (path === '') return '.'
    const parts: string[] = []
    for (const part of path.split('/')) {
      if (part === '' || part === '.') continue
      if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
      else if (part !== '..' || !path.startsWith('/')) parts.push(part)
    }
    const joined = (path.startsWith('/') ? '/' : '') + parts.join('/')
    return (joined || '.') + (path.endsWith('/') && parts.length > 0 ? '/' : '')
  }
  const resolve = (...paths: string[]): string => {
    let full = ''
    for (const path of [cwd(), ...paths]) if (path !== '') full = path.startsWith('/') ? path : `${full}/${path}`
    const clean = normalize(full)
    return clean.length > 1 && clean.endsWith('/') ? clean.slice(0, -1) : clean
  }
  const dirname = (path: string): string => {
    const trimmed = path.replace(/\/+$/, '')
    const cut = trimmed.lastIndexOf('/')
    if (cut === -1) return path.startsWith('/') ? '/' : '.'
    return trimmed.slice(0, cut).replace(/\/+$/, '') || '/'
  }
  const basename = (path: string, suffix = ''): string => {
    const name = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
    return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
  }
  const extname = (path: string): string => {
    const name = basename(path)
    const dot = name.lastIndexOf('.')
    return dot <= 0 || name === '..' ? '' : name.slice(dot)
  }
  const path = {
    sep: '/',
    delimiter: ':',
    normalize,
    resolve,
    dirname,
    basename,
    extname,
    join: (...paths: string[]): string => normalize(paths.filter((part) => part !== '').join('/')),
    isAbsolute: (path: string): boolean => path.startsWith('/'),
    relative(from: string, to: string): string {
      const start = resolve(from).split('/').filter(Boolean)
      const end = resolve(to).split('/').filter(Boolean)
      let same = 0
      while (same < start.length && start[same] === end[same]) same++
      return [...start.slice(same).map(() => '..'), ...end.slice(same)].join('/')
    },
    parse(path: string) {
      const base = basename(path)
      const ext = extname(path)
      const dir = path.replace(/\/+$/, '').includes('/') || path.startsWith('/') ? dirname(path) : ''
      return {
        root: path.startsWith('/') ? '/' : '',
        dir,
        base,
        ext,
        name: ext === '' ? base : base.slice(0, -ext.length),
      }
    },
    format: (parts: { dir?: string; root?: string; base?: string; name?: string; ext?: string }): string => {
      const base = parts.base ?? `${parts.name ?? ''}${parts.ext ?? ''}`
      return parts.dir === undefined
        ? `${parts.root ?? ''}${base}`
        : parts.dir === '/'
          ? `/${base}`
          : `${parts.dir}/${base}`
    },
    toNamespacedPath: (path: string): string => path,
  }
  return Object.assign(path, { posix: path })
}

export type Path = ReturnType<typeof makePath>
