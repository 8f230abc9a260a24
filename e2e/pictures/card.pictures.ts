import { test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = (path: string): string => fileURLToPath(new URL(`../../web/public/${path}`, import.meta.url))

test('the generic card for previews of links is drawn', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 630 })
  const icon = readFileSync(file('icon.svg'), 'utf8')
  await page.setContent(`<style>
    body { margin: 0; display: flex; gap: 64px; align-items: center; height: 630px; padding: 0 96px; box-sizing: border-box;
      background: #fafbfb; color: #15181c; font: 36px/1.4 'DejaVu Sans', sans-serif; }
    svg { width: 280px; flex: none } h1 { margin: 0 0 20px; font-size: 56px; line-height: 1.2 } p { margin: 0; color: #424a53 }
  </style>${icon}<div><h1>Rye Chain Playground</h1><p>See, edit, simulate and share the chain of a Rye tool: tool, runtime, primitive.</p></div>`)
  await page.screenshot({ path: file('card.png') })
})
