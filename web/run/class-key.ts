const keyName = 'rye.class'

/** Move the key of a class from the address bar to the session storage of this tab. */
export function takeClassKey(): void {
  const key = /^#class=([\w-]{8,64})$/.exec(location.hash)?.[1]
  if (key === undefined) return
  try {
    sessionStorage.setItem(keyName, key)
  } catch {
    // Without storage, the page cannot join a class.
  }
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** The key of the class that this tab was opened for; undefined without a class. */
export function classKey(): string | undefined {
  try {
    return sessionStorage.getItem(keyName) ?? undefined
  } catch {
    return undefined
  }
}

/** Delete the stored key of the class. */
export function dropClassKey(): void {
  sessionStorage.removeItem(keyName)
}
