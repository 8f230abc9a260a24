import { createHash } from 'node:crypto'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** The name under which the page finds the worker that was started before it; `web/app/start.ts` takes it from there. */
const firstWorker = 'ryeFirstWorker'

/**
 * Starts the engine's worker from the page's document, so that it loads and gets ready while the page's own code is still on its
 * way, and has the browser fetch the first example with that code. A script of its own, because the policy allows none in the document.
 */
export function startFirst(page: string): Plugin {
  return {
    name: 'rye-first-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle }): HtmlTagDescriptor[] {
        if (path !== page || !bundle) return []
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const example = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.includes('virtual:first-example')))
        const preload = example
          ? [tag('link', { rel: 'modulepreload', crossorigin: '', href: `./${example.fileName}` })]
          : []
        return [tag('script', { src: `./${startName(scriptFor(chunks))}` }), ...preload]
      },
    },
    generateBundle(_options, bundle) {
      const source = scriptFor(Object.values(bundle).filter((one) => one.type === 'chunk'))
      this.emitFile({ type: 'asset', fileName: startName(source), source })
    },
  }
}

function tag(name: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: name, attrs, injectTo: 'head' }
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
