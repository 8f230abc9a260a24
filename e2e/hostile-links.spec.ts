import { expect, test } from '@playwright/test'
import { linkOf } from '../core/testing/share-link.ts'
import { PlaygroundPage } from './pages.ts'

/** A whole draft with these files. */
function draftOf(files: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    format: 1,
    name: 'Hostile',
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    bundle: { id: 'ryeos-core', version: '1.0.0' },
    item_id: 'demo/greet',
    parameters: '{}',
    files,
  })
}

const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`/project/${index}`, '']))
const hostile = [
  { name: 'a bomb of zeros', link: linkOf(new Uint8Array(20_000_000)), says: 'more than 8000000 bytes' },
  {
    name: 'a bomb of text',
    link: linkOf(draftOf({ '/project/a': 'a'.repeat(9_000_000) })),
    says: 'more than 8000000 bytes',
  },
  { name: '__proto__ as a file', link: linkOf(draftOf({ ['__proto__']: 'polluted' })), says: 'not below /project' },
  { name: '__proto__ as the draft', link: linkOf(`{"__proto__":${draftOf({})}}`), says: 'no draft of the playground' },
  {
    name: 'traversal',
    link: linkOf(draftOf({ '/project/../etc/passwd': 'x' })),
    says: 'holds the name "." or ".."',
  },
  { name: 'ten thousand files', link: linkOf(draftOf(many)), says: 'has 10000 files; at most 2000' },
  {
    name: 'bytes that are no text',
    link: linkOf(new Uint8Array([0x22, 0xc3, 0x28, 0xff, 0x22])),
    says: 'not hold text',
  },
] as const

for (const { name, link, says } of hostile) {
  test(`a link with ${name} ends in a named error, and nothing is lost`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await playground.replace('Greets somebody by name.', 'Mine.')
    await expect(playground.cards.nth(0)).toContainText('Mine.')
    await page.evaluate((fragment) => (location.hash = fragment), link)
    await expect(playground.notice).toContainText('This link could not be opened.')
    await expect(playground.notice).toContainText(says)
    await expect(playground.cards.nth(0)).toContainText('Mine.')
    // The page goes on working, on an object that nothing was put into, and a reload finds the draft, not the link.
    expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([])
    await playground.replace('Mine.', 'Still mine.')
    await expect(playground.cards.nth(0)).toContainText('Still mine.')
    await page.reload()
    await expect(playground.cards.nth(0)).toContainText('Still mine.')
  })
}
