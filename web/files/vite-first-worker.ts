import { createHash } from 'node:crypto'
import type { HtmlTagDescriptor, IndexHtmlTransformResult, Plugin, Rolldown } from 'vite'
import { firstAnswer } from './vite-first-answer.ts'

/** The name under which the page finds the worker that was started before it; `web/app/start.ts` takes it from there. */
const firstWorker = 'ryeFirstWorker'

/**
 * Starts the engine's worker from the page's document, so that it loads and gets ready while the page's own code is still on its
 * way, and has the browser fetch the first example and its answer with that code. A script of its own, because the policy allows none in the document.
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
          // After the policy, and run before every other script; deferred, so that the page's own code is asked for meanwhile.
          html: html.replace('<script', `<script defer src="./${startName(scriptFor(chunks))}"></script>\n    <script`),
          tags: [
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

/** The page's own code starts a worker of the engine too, after a crash: what it names there is started here. */
function scriptFor(chunks: readonly Rolldown.OutputChunk[]): string {
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/app/start.ts')))
  const worker = /worker-[\w-]+\.js/.exec(own?.code ?? '')?.[0]
  if (worker === undefined) throw new Error('the page names no worker of the engine')
  return (
    `${firstWorker}=new Worker('./assets/${worker}',{type:'module'});` +
    `${firstWorker}.onerror=()=>${firstWorker}=undefined\n`
  )
}

function startName(source: string): string {
  return `assets/first-worker-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
}
