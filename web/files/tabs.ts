/** Milliseconds that other tabs have to say that a draft is theirs, where the browser has no locks. */
const answerTime = 150

/** Milliseconds after which a lock that does not answer counts as free. */
const lockPatience = 1_000

/** Gives back a draft that no lock is held for. */
const free = (): void => undefined

/** The tabs of this browser: which draft belongs to which, by locks or by asking the others where there are none, and what changes. */
export class Tabs {
  /** What gives back each draft that this tab has. */
  readonly #held = new Map<string, () => void>()
  readonly #channel = channel()
  #changed: () => void = () => undefined

  constructor() {
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const [about, id = ''] = String(data).split(' ')
      if (about === 'whose' && this.#held.has(id)) this.#channel?.postMessage(`mine ${id}`)
      if (about === 'changed') this.#changed()
    })
  }

  /** Make a draft this tab's own; false where another tab has it. */
  async claim(id: string): Promise<boolean> {
    if (this.#held.has(id)) return true
    const release = await this.#take(id)
    if (release) this.#held.set(id, release)
    return release !== undefined
  }

  release(id: string): void {
    this.#held.get(id)?.()
    this.#held.delete(id)
  }

  /** Whether another tab has a draft open now. */
  async isElsewhere(id: string): Promise<boolean> {
    if (this.#held.has(id)) return false
    const release = await this.#take(id)
    release?.()
    return release === undefined
  }

  /** Let the other tabs know that what is kept has changed. */
  announce(): void {
    this.#channel?.postMessage('changed')
  }

  /** Hear of the same from the others. */
  onChange(changed: () => void): void {
    this.#changed = changed
  }

  /** What gives a draft back; undefined where another tab has it. */
  async #take(id: string): Promise<(() => void) | undefined> {
    // A tab that is being reloaded may hold its lock a moment longer than its page.
    for (const wait of [0, 120, 300]) {
      await pause(wait)
      const release = 'locks' in navigator ? await this.#lock(id) : await this.#unlessHeld(id)
      if (release) return release
    }
    return undefined
  }

  #lock(id: string): Promise<(() => void) | undefined> {
    const given = new Promise<(() => void) | undefined>((resolve) => {
      void navigator.locks
        .request(lockName(id), { ifAvailable: true }, (lock) => {
          if (lock !== null) return new Promise<void>((release) => resolve(release))
          resolve(undefined)
          return undefined
        })
        .catch(() => resolve(free))
    })
    return Promise.race([given, pause(lockPatience).then(() => free)])
  }

  #unlessHeld(id: string): Promise<(() => void) | undefined> {
    const asking = this.#channel
    if (!asking) return Promise.resolve(free)
    return new Promise((resolve) => {
      const heard = ({ data }: MessageEvent<unknown>): void => {
        if (data === `mine ${id}`) settle(undefined)
      }
      const settle = (release: (() => void) | undefined): void => {
        asking.removeEventListener('message', heard)
        clearTimeout(timer)
        resolve(release)
      }
      const timer = setTimeout(() => settle(free), answerTime)
      asking.addEventListener('message', heard)
      asking.postMessage(`whose ${id}`)
    })
  }
}

function lockName(id: string): string {
  return `rye.draft.${id}`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Where the tabs of one browser hear each other, as far as it lets them. */
function channel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('rye.tabs')
  } catch {
    return undefined
  }
}
