import { svelte } from '@sveltejs/vite-plugin-svelte'
import { runnerImport, type IndexHtmlTransformResult, type Plugin } from 'vite'
import { examples } from './examples.ts'

/** The type of `web/app/first-picture.ts` in the build, which is compiled without the page's types. */
interface Drawn {
  readonly pictures: readonly Picture[]
}

/** A layout as HTML, and the media query of the windows that get it. */
interface Picture {
  readonly media: string
  readonly html: string
}

/** Packages that contain components, which are compiled with the page's own. */
const components = [/svelte/, 'paneforge', 'runed', 'esm-env']

/** The element in which the page mounts its app. */
const place = '<div id="app"></div>'

/**
 * Adds the first picture to the page's document, after the app's element: a first visitor sees the first chain before the page's own code
 * has loaded. Each layout is a template. The script of `web/build/first-worker.ts` shows the template that fits the window, and removes
 * all of them. It shows none if the page opens another draft.
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
        // A function, because a dollar sign in a replacement string would be a pattern.
        return html.replace(place, () => place + drawn.join(''))
      },
    },
  }
}

/** The pictures of all layouts. `module` is `web/app/first-picture.ts`; `root` is the folder of the examples. */
async function picturesOf(module: string, root: string): Promise<readonly Picture[]> {
  const found = await runnerImport<Drawn>(module, {
    configFile: false,
    // The styles of the page contain these styles with the same class names.
    plugins: [svelte({ configFile: false, emitCss: false, compilerOptions: { css: 'external' } }), examples(root)],
    environments: { inline: { resolve: { noExternal: components } } },
  })
  return found.module.pictures
}
