/** Texts by name, as web storage keeps them: reading never fails, writing may for want of room. */
export interface TextStore {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
  names(): readonly string[]
  /** Whether what is written is still there after a reload. */
  readonly lasting: boolean
}

/** Storage of the browser, or of this page's memory where the browser refuses it, as it does in some embedded frames. */
export function safeStorage(pick: () => Storage): TextStore {
  try {
    const storage = pick()
    storage.getItem('rye.probe')
    return {
      getItem: (name) => attempt(() => storage.getItem(name), null),
      setItem: (name, text) => storage.setItem(name, text),
      removeItem: (name) => attempt(() => storage.removeItem(name), undefined),
      names: () => attempt(() => Object.keys(storage), []),
      lasting: true,
    }
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
    names: () => [...new Set([...storage.names(), ...unkept.names()])],
    lasting: storage.lasting,
  }
}

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Texts that are there as long as the page. */
export function textsInMemory(): TextStore {
  const texts = new Map<string, string>()
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
    names: () => [...texts.keys()],
    lasting: false,
  }
}
