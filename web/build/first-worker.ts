import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { HtmlTagDescriptor, IndexHtmlTransformResult, Plugin, Rolldown } from 'vite'
import { pausesMs } from '../files/try-again.ts'
import { systemThemes } from '../style/system-themes.ts'
import { firstAnswer } from './first-answer.ts'
import { keepPress } from './first-press.ts'

/** The global variable with the worker that starts before the page. `web/app/start.ts` uses this name. */
const firstWorker = 'ryeFirstWorker'

/**
 * The maximum time in milliseconds that the page's code waits for the first paint. A browser can skip the paint or not
 * report it.
 */
const patienceMs = 300

/**
 * Adds a script that starts the engine's worker and the page's own code. They start immediately if the user's own draft
 * opens, and otherwise after the prerendered page of `web/build/first-picture.ts`, so that they do not delay that page.
 * The browser preloads the page's code, the first example and its answer. The script is a separate file, because the
 * content security policy forbids inline scripts.
 */
export function startFirst(page: string): Plugin {
  return {
    name: 'rye-first-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }): IndexHtmlTransformResult {
        if (path !== page || !bundle) return html
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const example = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.includes('virtual:first-example')))
        const answer = Object.values(bundle).find(({ fileName }) => fileName.includes(firstAnswer))
        const early = (fileName: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: '', href: `./${fileName}` },
          injectTo: 'head',
        })
        return {
          html: html.replace(/<script type="module"[^>]*><\/script>/, ''),
          tags: [
            // The script follows the templates, because it selects one of them. It is not deferred, so it runs
            // before the first paint.
            { tag: 'script', attrs: { src: `./${startName(scriptFor(chunks))}` }, injectTo: 'body' },
            early(ownCode(chunks).fileName, { rel: 'modulepreload' }),
            ...(example ? [early(example.fileName, { rel: 'modulepreload' })] : []),
            ...(answer ? [early(answer.fileName, { rel: 'preload', as: 'fetch' })] : []),
          ],
        }
      },
    },
    generateBundle(_options, bundle) {
      const source = scriptFor(Object.values(bundle).filter((one) => one.type === 'chunk'))
      this.emitFile({ type: 'asset', fileName: startName(source), source })
    },
  }
}

function ownCode(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const own = chunks.find(
    ({ isEntry, moduleIds }) => isEntry && moduleIds.some((id) => id.endsWith('/web/app/main.ts')),
  )
  if (!own) throw new Error('the page has no entry script')
  return own
}

/**
 * The script that shows the template for the window, unless another draft opens. Any browser storage marks a returning
 * visitor. A click on the prerendered page waits for the real page. If the page's own code fails to load several times,
 * the prerendered page is removed, because it would never respond. A missing style sheet is loaded again. The script
 * starts the worker named in that code, which restarts the worker after a crash.
 */
function scriptFor(chunks: readonly Rolldown.OutputChunk[]): string {
  const starts = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/app/start.ts')))
  const worker = /worker-[\w-]+\.js/.exec(starts?.code ?? '')?.[0]
  if (worker === undefined) throw new Error('the page does not refer to an engine worker')
  return `{
const app = document.getElementById('app')
let own = document.hidden
try {
  own ||= location.hash !== '' || location.search !== '' || localStorage.length + sessionStorage.length > 0
} catch {}
const asks = (query) => matchMedia(query).matches
const [theme] = ${JSON.stringify(systemThemes)}.find(([, query]) => asks(query)) ?? ['light']
if (!own) document.documentElement.dataset.theme = theme
for (const picture of document.querySelectorAll('template[data-media]')) {
  if (!own && asks(picture.dataset.media)) app.append(picture.content)
  picture.remove()
}
const picture = app.firstElementChild
const live = picture ? (${keepPress.toString()})(picture) : undefined
const pauses = ${JSON.stringify(pausesMs)}
const again = (attempt, act, failed) => {
  if (attempt < pauses.length) setTimeout(act, pauses[attempt], attempt + 1)
  else failed()
}
const run = (attempt) =>
  import('./${basename(ownCode(chunks).fileName)}' + (attempt ? '?attempt=' + attempt : '')).then(live, (error) =>
    again(attempt, run, () => {
      app.replaceChildren()
      throw error
    }),
  )
const style = (link, attempt) => {
  const next = link.cloneNode()
  next.onerror = () => again(attempt, (more) => style(next, more), () => {})
  link.replaceWith(next)
}
addEventListener('load', () => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) if (!link.sheet?.cssRules.length) style(link, 0)
})
let started = false
const start = () => {
  if (started) return
  started = true
  ${firstWorker} = new Worker('./assets/${worker}', { type: 'module' })
  ${firstWorker}.onerror = () => ${firstWorker} = undefined
  run(0)
}
if (own) start()
else {
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length) setTimeout(start)
  }).observe({ type: 'paint', buffered: true })
  setTimeout(start, ${patienceMs})
}
}
`
}

function startName(source: string): string {
  return `assets/first-worker-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
}
