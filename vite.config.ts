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
import { loadParts } from './web/build/load-parts.ts'
import { offline } from './web/build/offline.ts'
import { withHeaders } from './web/build/headers.ts'
import { sayWaiting } from './web/build/waiting.ts'
import { copiedPackages, sandbox } from './web/build/sandbox.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** memfs requires five modules of Node: `buffer` is a package, and the other four are small replacements. */
const nodeShims = ['path', 'events', 'stream', 'url'].map((name) => ({
  find: new RegExp(`^(node:)?${name}$`),
  replacement: here(`web/files/node/${name}.ts`),
}))

/** The engine's modules have no side effects, so a bundle contains only the modules that it uses. */
const treeshake = { moduleSideEffects: (id: string) => !id.startsWith(here('core/')) }

/** The page and an embedded chain. Their documents and scripts have side effects when they load. */
const documents = { index: here('web/index.html'), embed: here('web/embed/index.html') }
const atOnce: readonly string[] = [...Object.values(documents), here('web/app/main.ts'), here('web/embed/embed.ts')]

function pageBuild(): UserConfig {
  return {
    root: here('web'),
    // Relative, so that the page works under any path of a static host.
    base: './',
    // The simulated Node imitates the version that builds the page.
    define: { __NODE_VERSION__: JSON.stringify(process.version) },
    plugins: [
      svelte(),
      withHeaders(isolation),
      examples(here('examples')),
      leaveOut(),
      loadParts(here('web/app/load-part.ts')),
      sandbox(),
      licenses(copiedPackages),
      sayWaiting('/index.html'),
      startFirst('/index.html'),
      pictureFirst('/index.html', here('web/app/first-picture.ts'), here('examples')),
      answerFirst(here('web/analysis/first-answer.ts'), here('examples')),
      offline(here('web/offline/service-worker.js')),
    ],
    resolve: { alias: [{ find: /^(node:)?buffer$/, replacement: 'buffer/' }, ...nodeShims] },
    // A longer hash than the default gives each worker a new name. A browser does not start a cached worker whose
    // response has no isolation headers, and could have one under the old name.
    worker: {
      format: 'es',
      plugins: () => [notingShipped()],
      rollupOptions: {
        treeshake,
        output: {
          entryFileNames: 'assets/[name]-[hash:10].js',
          // A single file for all code that a worker loads first, because several small files compress worse.
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
        // The initial code of a page is one file, without the modules that have side effects. Each further file would
        // take another round trip to the server. The editor is in three chunks, which a browser compiles in parallel.
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
