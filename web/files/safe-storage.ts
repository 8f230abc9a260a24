/** The three functions of web storage that the page uses. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage of the browser, or of this page's memory where the browser refuses it, as it does in some embedded frames. */
export function safeStorage(pick: () => Storage): TextStore {
  try {
    const storage = pick()
    storage.getItem('rye.probe')
    return storage
  } catch {
    return textsInMemory()
  }
}

/** The same where writing never fails: what there is no room for is kept as long as the page. For small things only. */
export function unfailingStorage(storage: TextStore): TextStore {
  const unkept = textsInMemory()
  return {
    getItem: (name) => unkept.getItem(name) ?? storage.getItem(name),
    setItem: (name, text) => {
      unkept.removeItem(name)
      try {
        storage.setItem(name, text)
      } catch {
        unkept.setItem(name, text)
      }
    },
    removeItem: (name) => {
      unkept.removeItem(name)
      storage.removeItem(name)
    },
  }
}

function textsInMemory(): TextStore {
  const texts = new Map<string, string>()
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  }
}
