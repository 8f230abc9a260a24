const tokenKey = 'rye.token'
/** A token from a URL, received while the tab already had another. Its origin is unknown. */
const offeredKey = 'rye.token.offered'

/**
 * Move the launch token from the address bar into the session storage of this tab; it is never stored elsewhere. A new
 * token replaces an existing one only after the server refuses the old and accepts the new one, so that a link cannot disconnect the page.
 */
export function takeToken(): void {
  const match = /(?:^#|&)token=([\w-]+)/.exec(location.hash)
  if (!match?.[1]) return
  const known = serverToken()
  if (known !== match[1] && !keep(known === undefined ? tokenKey : offeredKey, match[1])) return
  const rest = location.hash.slice(1).replace(/(?:^|&)token=[\w-]+/, '')
  history.replaceState(history.state, '', location.pathname + location.search + (rest ? `#${rest}` : ''))
}

/** The launch token of the server that opened this page; undefined without one. */
export function serverToken(): string | undefined {
  return kept(tokenKey)
}

/** Send a request with the tab's token. If the server refuses it, try the token from the URL, and store it if accepted. */
export async function askWithToken(ask: (token: string | undefined) => Promise<Response>): Promise<Response> {
  const response = await ask(serverToken())
  const offered = kept(offeredKey)
  if (response.status !== 401 || offered === undefined) return response
  const again = await ask(offered)
  if (again.status !== 401) keep(tokenKey, offered)
  sessionStorage.removeItem(offeredKey)
  return again
}

function kept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Store a token; false in a frame without storage, which does not use a server. */
function keep(name: string, token: string): boolean {
  try {
    sessionStorage.setItem(name, token)
    return true
  } catch {
    return false
  }
}
