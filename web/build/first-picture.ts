import { svelte } from '@sveltejs/vite-plugin-svelte'
import { runnerImport, type IndexHtmlTransformResult, type Plugin } from 'vite'
import { examples } from './examples.ts'

/** The exports of `web/app/first-picture.ts` that the build uses. The build is compiled without the page's types. */
interface Drawn {
  readonly pictures: readonly Picture[]
}

/** The HTML of a layout, with the media query for its windows. */
interface Picture {
  readonly media: string
  readonly html: string
}

/** Packages with components that must be compiled with the page's components. */
const components = [/svelte/, 'esm-env']

/** The HTML of the element that the page mounts its app in. */
const place = '<div id="app"></div>'

/**
 * Adds the prerendered page to the document, after the app's element. A first visitor sees the first chain before the
 * page's own code has loaded. Each layout is a template. The script of `web/build/first-worker.ts` shows the template
 * that fits the window, and removes all templates. It shows no template if the page opens another draft.
 */
export function pictureFirst(page: string, module: string, root: string): Plugin {
  return {
    name: 'rye-first-picture',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }): Promise<IndexHtmlTransformResult> {
        if (path !== page) return html
        if (!html.includes(place)) throw new Error(`the page has no ${place}`)
        const pictures = await picturesOf(module, root)
        const drawn = pictures.map(
          (one) => `<template data-media="${one.media}"><div class="first-picture" inert>${one.html}</div></template>`,
        )
        // Use a function, because `$` has a special meaning in a replacement string.
        return html.replace(place, () => place + drawn.join(''))
      },
    },
  }
}

/**
 * The prerendered pages of all layouts. `module` is `web/app/first-picture.ts`; `root` is the folder of the examples.
 */
async function picturesOf(module: string, root: string): Promise<readonly Picture[]> {
  const found = await runnerImport<Drawn>(module, {
    configFile: false,
    // The page's own style sheet already contains these styles, with the same class names.
    plugins: [svelte({ configFile: false, emitCss: false, compilerOptions: { css: 'external' } }), examples(root)],
    environments: { inline: { resolve: { noExternal: components } } },
  })
  return found.module.pictures
}
