/** The pauses in milliseconds before the further attempts to load a file of the page. */
export const pausesMs = [250, 1_000] as const

/** HTTP statuses of a host that is overloaded or slow, so that another attempt can succeed. */
const temporary: readonly number[] = [408, 503]

/** Repeat a failed attempt after each of {@link pausesMs}. The attempt receives how many attempts are left. */
export async function tryAgain<Result>(attempt: (left: number) => Promise<Result>): Promise<Result> {
  for (const [index, pause] of pausesMs.entries()) {
    try {
      return await attempt(pausesMs.length - index)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return attempt(0)
}

/** Fetch a file of the page, with further attempts if the network fails or the host is overloaded. */
export function fetchFile(url: string): Promise<Response> {
  return tryAgain(async (left) => {
    const response = await fetch(url)
    if (left > 0 && temporary.includes(response.status)) throw new Error(`status ${response.status}`)
    return response
  })
}
