const tokenKey = 'rye.token'

/** Take the launch token out of the address bar into this tab's memory; it is never written anywhere else. */
export function takeToken(): void {
  const match = /(?:^#|&)token=([\w-]+)/.exec(location.hash)
  if (!match?.[1]) return
  try {
    sessionStorage.setItem(tokenKey, match[1])
  } catch {
    return // a frame without storage talks to no server
  }
  const rest = location.hash.slice(1).replace(/(?:^|&)token=[\w-]+/, '')
  history.replaceState(null, '', location.pathname + location.search + (rest ? `#${rest}` : ''))
}

/** The launch token of the server that opened this page, if one did. */
export function serverToken(): string | undefined {
  try {
    return sessionStorage.getItem(tokenKey) ?? undefined
  } catch {
    return undefined
  }
}
