/** The time in milliseconds to wait for claims of other tabs, in a browser without locks. */
const answerTime = 150

/** The time in milliseconds after which a lock without a response counts as free. */
const lockPatience = 1_000

/** Releases a draft. Resolves when another tab can claim it. */
type Release = () => Promise<void>

/** Releases a draft that has no lock. */
const free: Release = () => Promise.resolve()

/**
 * Assigns each draft to one tab of this browser, with locks or, without lock support, with messages. Also announces
 * changes.
 */
export class Tabs {
  /** The drafts that this tab holds, with the function that releases each. */
  readonly #held = new Map<string, Release>()
  /** The last claim or release of each draft. The next claim or release of the same draft waits for it. */
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #channel = channel()
  #changed: () => void = () => undefined

  constructor() {
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const [about, id = ''] = String(data).split(' ')
      if (about === 'whose' && this.#held.has(id)) this.#channel?.postMessage(`mine ${id}`)
      if (about === 'changed') this.#changed()
    })
  }

  /** Claim a draft for this tab. Resolves to false if another tab has claimed it. */
  claim(id: string): Promise<boolean> {
    return this.#inTurn(id, async () => {
      if (this.#held.has(id)) return true
      const release = await this.#take(id)
      if (!release) return false
      this.#held.set(id, release)
      this.announce()
      return true
    })
  }

  release(id: string): void {
    void this.#inTurn(id, async () => {
      const release = this.#held.get(id)
      this.#held.delete(id)
      if (release) await Promise.race([release(), pause(lockPatience)])
    })
  }

  /** Whether another tab has a draft open now. */
  isElsewhere(id: string): Promise<boolean> {
    return this.#inTurn(id, async () => {
      if (this.#held.has(id)) return false
      const release = await this.#take(id)
      await release?.()
      return release === undefined
    })
  }

  /** Notify the other tabs that the stored drafts have changed, or that this tab has claimed one. */
  announce(): void {
    this.#channel?.postMessage('changed')
  }

  /** Call `changed` when another tab announces a change. */
  onChange(changed: () => void): void {
    this.#changed = changed
  }

  #inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(work)
    this.#turns.set(
      id,
      turn.catch(() => undefined),
    )
    return turn
  }

  /** Take the lock of a draft. Resolves to undefined if another tab has it. */
  async #take(id: string): Promise<Release | undefined> {
    // During a reload, the browser can keep the lock of a tab slightly longer than its page.
    for (const wait of [0, 120, 300]) {
      await pause(wait)
      const release = 'locks' in navigator ? await this.#lock(id) : await this.#unlessHeld(id)
      if (release) return release
    }
    return undefined
  }

  #lock(id: string): Promise<Release | undefined> {
    const given = new Promise<Release | undefined>((resolve) => {
      const returned: Promise<unknown> = navigator.locks
        .request(lockName(id), { ifAvailable: true }, (lock) => {
          if (lock === null) return resolve(undefined)
          return new Promise<void>((end) => {
            resolve(async () => {
              end()
              await returned
            })
          })
        })
        .catch(() => resolve(free))
    })
    // A lock that is granted too late is released together with its draft.
    const late: Release = async () => (await given)?.()
    return Promise.race([given, pause(lockPatience).then(() => late)])
  }

  #unlessHeld(id: string): Promise<Release | undefined> {
    const asking = this.#channel
    if (!asking) return Promise.resolve(free)
    return new Promise((resolve) => {
      const onAnswer = ({ data }: MessageEvent<unknown>): void => {
        if (data === `mine ${id}`) settle(undefined)
      }
      const settle = (release: Release | undefined): void => {
        asking.removeEventListener('message', onAnswer)
        clearTimeout(timer)
        resolve(release)
      }
      const timer = setTimeout(() => settle(free), answerTime)
      asking.addEventListener('message', onAnswer)
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

/** The channel between the tabs of this browser, if the browser allows one. */
function channel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('rye.tabs')
  } catch {
    return undefined
  }
}
