const tokenKey = 'rye.token'
/** A token that an address brought while another was there: it may be anybody's. */
const offeredKey = 'rye.token.offered'

/**
 * Take the launch token out of the address bar into this tab's memory; it is never written anywhere else. Where the tab has one,
 * the new one waits until the server has refused the old and taken the new: a link must not put out what works.
 */
export function takeToken(): void {
  const match = /(?:^#|&)token=([\w-]+)/.exec(location.hash)
  if (!match?.[1]) return
  const known = serverToken()
  if (known !== match[1] && !keep(known === undefined ? tokenKey : offeredKey, match[1])) return
  const rest = location.hash.slice(1).replace(/(?:^|&)token=[\w-]+/, '')
  history.replaceState(history.state, '', location.pathname + location.search + (rest ? `#${rest}` : ''))
}

/** The launch token of the server that opened this page, if one did. */
export function serverToken(): string | undefined {
  return kept(tokenKey)
}

/** Ask the server with the token; where it refuses that, with the one an address offered, which is kept once it was taken. */
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

/** False in a frame without storage, which talks to no server. */
function keep(name: string, token: string): boolean {
  try {
    sessionStorage.setItem(name, token)
    return true
  } catch {
    return false
  }
}
