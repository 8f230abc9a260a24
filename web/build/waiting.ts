import type { IndexHtmlTransformResult, Plugin } from 'vite'

/** The HTML of the element that a document mounts its app in. */
const place = '<div id="app"></div>'

const style = `
  #waiting {
    /* Covers the page, in system colors, because the page's styles have not loaded yet. */
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
 * Adds a message to each document. The message is visible until the code has loaded. It contains no reload link,
 * because such a link would drop the address's fragment, which contains the shared chain.
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
