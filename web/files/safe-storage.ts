/** The three functions of web storage that the page uses. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage of the browser, or of this page's memory where the browser refuses it, as it does in some embedded frames. */
export function safeStorage(pick: () => Storage): TextStore {
  try {
    const storage = pick()
    storage.getItem('rye.probe')
    return storage
  } catch {
    const texts = new Map<string, string>()
    return {
      getItem: (name) => texts.get(name) ?? null,
      setItem: (name, text) => void texts.set(name, text),
      removeItem: (name) => void texts.delete(name),
    }
  }
}
