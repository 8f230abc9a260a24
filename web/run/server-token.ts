const tokenKey = 'rye.token'
/** The storage key of a token from a URL that arrived while the tab already had a token. Its origin is unknown. */
const offeredKey = 'rye.token.offered'

/**
 * Move the launch token from the address bar to the session storage of this tab. It is never stored elsewhere. A new
 * token replaces an existing one only if the server refuses the old token and accepts the new one. So a link cannot
 * disconnect the page.
 */
export function takeToken(): void {
  const match = /(?:^#|&)token=([\w-]+)/.exec(location.hash)
  if (!match?.[1]) return
  const known = serverToken()
  if (known !== match[1] && !keep(known === undefined ? tokenKey : offeredKey, match[1])) return
  const rest = location.hash.slice(1).replace(/(?:^|&)token=[\w-]+/, '')
  history.replaceState(history.state, '', location.pathname + location.search + (rest ? `#${rest}` : ''))
}

/** The launch token of this tab; undefined without one. */
export function serverToken(): string | undefined {
  return kept(tokenKey)
}

/**
 * Send a request with the tab's token. If the server refuses it, try the token from the URL, and store that token if
 * the server accepts it.
 */
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

/** Store a token. Returns false in a frame without storage, which does not use a server. */
function keep(name: string, token: string): boolean {
  try {
    sessionStorage.setItem(name, token)
    return true
  } catch {
    return false
  }
}
