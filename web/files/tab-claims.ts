/** Milliseconds that other tabs are given to say that a draft is theirs, where the browser has no locks. */
const answerTime = 150

/** Milliseconds after which a lock that says nothing counts as free. */
const lockPatience = 1_000

/** Which draft belongs to which tab of this browser: by locks, or by asking around where there are none. */
export class TabClaims {
  #release: (() => void) | undefined
  #held: string | undefined
  readonly #channel = channel()

  constructor() {
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === `whose ${this.#held}`) this.#channel?.postMessage(`mine ${this.#held}`)
    })
  }

  /** Make a draft this tab's own until the next claim; false where another tab has it. */
  async claim(id: string): Promise<boolean> {
    this.#release?.()
    this.#release = this.#held = undefined
    // A tab that is being reloaded may hold its lock a moment longer than its page.
    for (const wait of [0, 120, 300]) {
      await pause(wait)
      if (!(await this.#take(id))) continue
      this.#held = id
      return true
    }
    return false
  }

  /** Whether some tab has a draft open now. */
  async isHeld(id: string): Promise<boolean> {
    if (!('locks' in navigator)) return !(await this.#noneAnswers(id))
    const known = navigator.locks.query().then(
      ({ held = [] }) => held.some(({ name }) => name === lockName(id)),
      () => false,
    )
    return await Promise.race([known, pause(lockPatience).then(() => false)])
  }

  #take(id: string): Promise<boolean> {
    return 'locks' in navigator ? this.#lock(id) : this.#noneAnswers(id)
  }

  #lock(id: string): Promise<boolean> {
    const given = new Promise<boolean>((resolve) => {
      void navigator.locks
        .request(lockName(id), { ifAvailable: true }, (lock) => {
          resolve(lock !== null)
          return lock === null ? undefined : new Promise<void>((release) => (this.#release = release))
        })
        .catch(() => resolve(true))
    })
    return Promise.race([given, pause(lockPatience).then(() => true)])
  }

  #noneAnswers(id: string): Promise<boolean> {
    const asking = this.#channel
    if (!asking) return Promise.resolve(true)
    return new Promise((resolve) => {
      const heard = ({ data }: MessageEvent<unknown>): void => {
        if (data === `mine ${id}`) settle(false)
      }
      const settle = (free: boolean): void => {
        asking.removeEventListener('message', heard)
        clearTimeout(timer)
        resolve(free)
      }
      const timer = setTimeout(() => settle(true), answerTime)
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

/** Tabs of one browser hear each other here, as far as it lets them. */
function channel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('rye.tabs')
  } catch {
    return undefined
  }
}
