import type { IndexHtmlTransformResult, Plugin } from 'vite'

/** The element in which a document mounts its app. */
const place = '<div id="app"></div>'

const style = `
  #waiting {
    /* Covers the page, in system colors: the styles of the page have not loaded yet. */
    position: fixed;
    inset: 0;
    margin: 0;
    padding: 4rem 1rem;
    text-align: center;
    color: CanvasText;
    background: Canvas;
    font-family: system-ui, sans-serif;
    visibility: hidden;
    animation: appear 0s 5s forwards !important;
  }
  #app:not(:empty) ~ #waiting {
    display: none;
  }
  @keyframes appear {
    to {
      visibility: visible;
    }
  }
  @media (scripting: none) {
    #waiting {
      display: none;
    }
  }
`

/**
 * Adds a message to each document that shows while its code has not loaded, since without code nothing else can show one. A link that
 * reloads would lose the fragment of the address, which contains the whole shared chain.
 */
export function sayWaiting(page: string): Plugin {
  return {
    name: 'rye-waiting',
    transformIndexHtml(html, { path }): IndexHtmlTransformResult {
      if (!html.includes(place)) throw new Error(`${path} has no ${place}`)
      const kept = path === page ? ' Drafts are saved in this browser.' : ''
      const said = `Still loading. Check your connection, then reload the page.${kept}`
      return {
        html: html.replace(place, `${place}<p id="waiting" role="status">${said}</p>`),
        tags: [{ tag: 'style', children: style, injectTo: 'head' }],
      }
    },
  }
}
