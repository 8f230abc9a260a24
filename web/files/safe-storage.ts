/**
 * A store of string values by name, like web storage. Reading never fails; writing can throw, for example if the
 * storage is full.
 */
export interface TextStore {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
  names(): readonly string[]
  /** Whether values survive a page reload. */
  readonly lasting: boolean
}

/** The browser's storage, or page memory if the browser refuses storage, as in some embedded frames. */
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

/**
 * A store in which writes never fail: values that do not fit stay in memory until the page closes. Use it only for
 * small values.
 */
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

/** A store in memory, which lasts until the page closes. */
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
