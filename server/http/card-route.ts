import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { counted } from '#core/text'
import type { Host } from '../engine/host.ts'
import { readCard, type ShareCard } from '../shares/share-card.ts'
import { forwardedScheme } from './client.ts'
import type { GuardVariables } from './guard.ts'

type Escaped = HtmlEscapedString | Promise<HtmlEscapedString>
type Ask = Context<{ Variables: GuardVariables }>

/**
 * Adds the route of short links: `/s/ID` redirects browsers to the page. Programs that preview links get a card with a
 * title, a sentence and a picture of the chain, from the stored results. Showing a card does not run or analyze any
 * code.
 */
export function addCardRoutes(app: Hono<{ Variables: GuardVariables }>, host: Host): void {
  /**
   * The card of a link; undefined if the link is unknown or its card cannot be read, because the link must open without
   * a card.
   */
  async function cardOf(id: string, c: Ask): Promise<ShareCard | undefined> {
    try {
      const text = await host.shares.get(id)
      if (text === undefined) return undefined
      return await (host.readCard?.(text, { client: c.get('client'), signal: c.req.raw.signal }) ?? readCard(text))
    } catch (error) {
      host.log.debug({ error, path: c.req.path }, 'a short link has no card')
      return undefined
    }
  }

  // The page resolves its files relative to its own address, so a short link redirects to the page.
  app.get('/s/:id{[\\w-]{4,64}}', async (c) => {
    const id = c.req.param('id')
    c.header('Vary', 'Sec-Fetch-Mode')
    // Only browsers send this header, and they need no card.
    const card = c.req.header('sec-fetch-mode') === 'navigate' ? undefined : await cardOf(id, c)
    return card ? c.html(pageOf(card, id, originOf(c, host))) : c.redirect(`/#s.${id}`)
  })
  app.get('/s/:id{[\\w-]{4,64}}/card.svg', async (c) => {
    const card = await cardOf(c.req.param('id'), c)
    if (!card) return c.redirect('/card.png')
    c.header('Content-Type', 'image/svg+xml; charset=utf-8')
    return c.body(String(await pictureOf(card)))
  })
}

/** The address of this server as the client knows it. The guard has checked the host. */
function originOf(c: Ask, { config }: Host): string {
  const rules = { trustedProxies: config.trusted_proxies, clientHeader: config.client_header }
  const scheme = forwardedScheme(c, rules) ?? (config.hosted ? 'https' : 'http')
  return `${scheme === 'https' ? 'https' : 'http'}://${c.req.header('host') ?? new URL(c.req.url).host}`
}

function sentenceOf({ item_id, chain, more, dialect, ready }: ShareCard): string {
  const length = chain.length + more
  const result = ready === undefined ? '' : ready ? ', ready to run' : ', without a command'
  return length === 1
    ? `${item_id}, ${dialect} rules`
    : `${chain.join(' → ')}${moreOf(more)}: ${dialect} rules${result}`
}

function moreOf(more: number): string {
  return more === 0 ? '' : ` → ${counted(more, 'more element')}`
}

function pageOf(card: ShareCard, id: string, origin: string): Escaped {
  const target = `/#s.${id}`
  const title = `${card.name} · Rye Chain Playground`
  const sentence = sentenceOf(card)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta http-equiv="refresh" content="0; url=${target}" />
        <title>${title}</title>
        <meta name="description" content="${sentence}" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Rye Chain Playground" />
        <meta property="og:title" content="${card.name}" />
        <meta property="og:description" content="${sentence}" />
        <meta property="og:url" content="${origin}/s/${id}" />
        <meta property="og:image" content="${origin}/s/${id}/card.svg" />
        <meta property="og:image:type" content="image/svg+xml" />
        <meta property="og:image:alt" content="${sentence}" />
        <meta property="og:image" content="${origin}/card.png" />
        <meta property="og:image:type" content="image/png" />
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="twitter:image" content="${origin}/card.png" />
      </head>
      <body>
        <p><a href="${target}">Open ${card.name}</a></p>
      </body>
    </html>`
}

/** The size of a card in pixels, which previews expect, and the distance between elements. */
const size = { width: 1200, height: 630 }
const rowHeight = 88

/** The shape of each role, around 0: a circle for a tool, a diamond for a runtime, a ground symbol for a primitive. */
const glyphs = {
  tool: html`<circle r="16" fill="#fafbfb" />`,
  runtime: html`<path d="M0-19 19 0 0 19-19 0z" fill="#fafbfb" />`,
  primitive: html`<path d="M0-24V-6M-18-4H18M-11 7H11M-4 17H4" fill="none" />`,
}

function pictureOf({ name, chain, more, dialect, ready }: ShareCard): Escaped {
  const rows = chain.map((itemId, index) => {
    const isLast = index === chain.length - 1 && more === 0
    const glyph = index === 0 ? glyphs.tool : isLast ? glyphs.primitive : glyphs.runtime
    return html`<g transform="translate(96 ${210 + index * rowHeight})">
      ${isLast ? '' : html`<path d="M0 24V${rowHeight - 24}" />`}${glyph}
      <text x="48" y="10" class="mono">${itemId}</text>
    </g>`
  })
  const result = ready === undefined ? '' : ready ? ' · ready to run' : ' · no command'
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${size.width}"
    height="${size.height}"
    viewBox="0 0 ${size.width} ${size.height}"
  >
    <style>
      text {
        font:
          30px system-ui,
          sans-serif;
        fill: #15181c;
        stroke: none;
      }
      .name {
        font-size: 48px;
        font-weight: 650;
      }
      .mono {
        font-family: ui-monospace, monospace;
      }
      .quiet {
        fill: #424a53;
        font-size: 26px;
      }
    </style>
    <rect width="100%" height="100%" fill="#fafbfb" />
    <g stroke="#0a58a6" stroke-width="5" stroke-linecap="round">
      <text x="72" y="104" class="name">${name}</text>
      <text x="72" y="148" class="quiet">Rye Chain Playground · ${dialect} rules${result}</text>
      ${rows}
      ${more === 0 ? '' : html`<text x="144" y="${210 + chain.length * rowHeight}">${counted(more, 'more element')}</text>`}
    </g>
  </svg>`
}
