import { svelte } from '@sveltejs/vite-plugin-svelte'
import { runnerImport, type IndexHtmlTransformResult, type Plugin } from 'vite'
import { examples } from './examples.ts'

/** What `web/app/first-picture.ts` is to the build, which does not compile with the page's types. */
interface Drawn {
  readonly pictures: readonly Picture[]
}

/** A layout as HTML, and the media query of the windows that get it. */
interface Picture {
  readonly media: string
  readonly html: string
}

/** Packages that are components too, and so compiled with the page's own. */
const components = [/svelte/, 'paneforge', 'runed', 'esm-env']

/** Where the page draws itself. */
const place = '<div id="app"></div>'

/**
 * Puts the first picture into the page's document, behind the place of the page that will be drawn there: who has not been here sees the
 * first chain before the page's own code has come. Each layout is a template, of which the script of `vite-first-worker.ts` takes the one
 * that fits the window, so that nothing is in the document twice; where something else will open it takes none.
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
        // No pattern of a replacement is meant by a dollar sign.
        return html.replace(place, () => place + drawn.join(''))
      },
    },
  }
}

/** The pictures of all layouts; `module` is `web/app/first-picture.ts`, `root` the folder of the examples. */
async function picturesOf(module: string, root: string): Promise<readonly Picture[]> {
  const found = await runnerImport<Drawn>(module, {
    configFile: false,
    // Its styles are in the page's own, under the same names.
    plugins: [svelte({ configFile: false, emitCss: false, compilerOptions: { css: 'external' } }), examples(root)],
    environments: { inline: { resolve: { noExternal: components } } },
  })
  return found.module.pictures
}
