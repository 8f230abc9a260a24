import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'
import { isolation } from './server/http/isolation.ts'
import { examples } from './web/build/examples.ts'
import { leaveOut } from './web/build/left-out.ts'
import { licenses, notingShipped } from './web/build/licenses.ts'
import { answerFirst } from './web/build/first-answer.ts'
import { pictureFirst } from './web/build/first-picture.ts'
import { startFirst } from './web/build/first-worker.ts'
import { offline } from './web/build/offline.ts'
import { withHeaders } from './web/build/headers.ts'
import { sayWaiting } from './web/build/waiting.ts'
import { copiedPackages, sandbox } from './web/build/sandbox.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** memfs wants five of Node's modules: `buffer` is a package, the rest are as small as memfs lets them be. */
const nodeShims = ['path', 'events', 'stream', 'url'].map((name) => ({
  find: new RegExp(`^(node:)?${name}$`),
  replacement: here(`web/files/node/${name}.ts`),
}))

/** The engine's modules only define things, so who uses three of them need not carry all. */
const treeshake = { moduleSideEffects: (id: string) => !id.startsWith(here('core/')) }

/** The page and an embedded chain. Their documents, and the scripts of these, do something as soon as they load. */
const documents = { index: here('web/index.html'), embed: here('web/embed/index.html') }
const atOnce: readonly string[] = [...Object.values(documents), here('web/app/main.ts'), here('web/embed/embed.ts')]

function pageBuild(): UserConfig {
  return {
    root: here('web'),
    // Relative, so that the page can lie under any path of a static host.
    base: './',
    // What of the simulated Node follows the version that built it.
    define: { __NODE_VERSION__: JSON.stringify(process.version) },
    plugins: [
      svelte(),
      withHeaders(isolation),
      examples(here('examples')),
      leaveOut(),
      sandbox(),
      licenses(copiedPackages),
      sayWaiting('/index.html'),
      startFirst('/index.html'),
      pictureFirst('/index.html', here('web/app/first-picture.ts'), here('examples')),
      answerFirst(here('web/analysis/first-answer.ts'), here('examples')),
      offline(here('web/offline/service-worker.js')),
    ],
    resolve: { alias: [{ find: /^(node:)?buffer$/, replacement: 'buffer/' }, ...nodeShims] },
    // A browser keeps a worker with this name from before its host sent the isolation headers, without which it does
    // not start it: a longer hash.
    worker: {
      format: 'es',
      plugins: () => [notingShipped()],
      rollupOptions: {
        treeshake,
        output: {
          entryFileNames: 'assets/[name]-[hash:10].js',
          // One file for everything that a worker loads first: several small files compress worse.
          codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] },
        },
      },
    },
    build: {
      outDir: here('dist/web'),
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4000,
      modulePreload: { polyfill: false },
      rollupOptions: {
        treeshake,
        input: documents,
        // What a page begins with is one file beside what it does by itself: each further one is a way to the server and back.
        // The editor is in three chunks, which a browser compiles in parallel.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], test: (id) => !atOnce.includes(id) },
              { name: 'editor-base', test: /monaco-editor\/esm\/vs\/(base|platform)\// },
              { name: 'editor-text', test: /monaco-editor\/esm\/vs\/editor\/(common|browser|standalone)\// },
            ],
          },
        },
      },
    },
  }
}

export default defineConfig(pageBuild())
