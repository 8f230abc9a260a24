import { tryAgain } from '../files/try-again.ts'

/** The number of attempts with a changed URL. */
let renamed = 0
/** The URLs that worked for scripts whose own URL failed. */
const workingUrls = new Map<string, string>()
/** The style sheets of parts. */
const styles = new Map<string, Promise<void>>()
/** The files that the document or an earlier part has requested. */
const requested = new Set(Array.from(document.querySelectorAll('link'), ({ href }) => href))

/** The URL in the function that Vite passes, such as `` () => import(`./ShareDialog-x.js`) ``. */
const importedScript = /import\(["'`](\.\/[\w.-]+)["'`]\)$/

/**
 * Loads a part of the page with its styles. Replaces Vite's function of this name; see `web/build/load-parts.ts`.
 * Repeats failed downloads, and sends `vite:preloadError` if the last attempt fails. Some browsers remember that a
 * script failed, so the last attempt uses another URL.
 */
export async function __vitePreload<Part>(
  load: () => Promise<Part>,
  files: readonly string[],
  importer: string,
): Promise<Part> {
  const script = importedScript.exec(load.toString())?.[1]
  try {
    const urls = files.map((file) => new URL(file, importer).href)
    for (const url of urls) if (!url.endsWith('.css')) preload(url)
    await Promise.all(urls.filter((url) => url.endsWith('.css')).map(styled))
    return await tryAgain((left) =>
      script === undefined ? load() : scriptOf(load, new URL(script, importer).href, left),
    )
  } catch (error) {
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  }
}

async function scriptOf<Part>(load: () => Promise<Part>, url: string, left: number): Promise<Part> {
  const other = workingUrls.get(url) ?? (left === 0 ? `${url}?attempt=${++renamed}` : undefined)
  if (other === undefined) return load()
  const part = (await import(/* @vite-ignore */ other)) as Part
  workingUrls.set(url, other)
  return part
}

/** Download a script that a part needs, before the part's own code requests it. */
function preload(href: string): void {
  if (requested.has(href)) return
  requested.add(href)
  document.head.append(newLink(href, 'modulepreload'))
}

/** Load a style sheet. Resolves when it applies. */
function styled(href: string): Promise<void> {
  const known = requested.has(href) ? Promise.resolve() : styles.get(href)
  if (known) return known
  const applied = tryAgain(() => styleSheet(href))
  styles.set(href, applied)
  applied.catch(() => styles.delete(href))
  return applied
}

function styleSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = newLink(href, 'stylesheet')
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} did not load`))
    }
    document.head.append(link)
  })
}

function newLink(href: string, rel: 'modulepreload' | 'stylesheet'): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' })
}
