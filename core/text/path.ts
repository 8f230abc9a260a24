/** Parent directory of an absolute path. The root is its own parent. */
export function parentOf(path: string): string {
  const cut = path.lastIndexOf('/')
  return cut <= 0 ? '/' : path.slice(0, cut)
}

/** Last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The extension with its dot, as in Python's `Path.suffix`: a leading dot does not begin an extension. */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot <= path.lastIndexOf('/') + 1 || dot === path.length - 1 ? '' : path.slice(dot)
}

/** Joins paths as text, like `pathlib`: removes `.` and double slashes, keeps `..`, restarts at an absolute part. */
export function joinPath(base: string, ...parts: readonly string[]): string {
  let path = base
  for (const part of parts) path = part.startsWith('/') ? part : `${path}/${part}`
  if (isNormal(path)) return path
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  return path.startsWith('/') ? `/${segments.join('/')}` : segments.join('/') || '.'
}

/** Whether `joinPath` would leave an absolute path unchanged. */
function isNormal(path: string): boolean {
  return (
    path.startsWith('/') &&
    path.length > 1 &&
    !path.endsWith('/') &&
    !path.endsWith('/.') &&
    !path.includes('//') &&
    !path.includes('/./')
  )
}
