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

test('what a link says that its sharer saw is shown as it is, whatever it names', async ({ page }) => {
  const values = {
    '/args/0': 'one',
    '/args/00': 'one more',
    '/env/a/b': 'two',
    '/env/a~1b': 'two more',
    'no pointer': '<img src=x onerror="document.title = 1">',
    ['__proto__']: 'three',
    '/args/x': '\u202ereversed',
  }
  const tool = 'executor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [a]}\n'
  const draft = JSON.parse(draftOf({ '/project/.ai/tools/t.yaml': tool })) as object
  const expected = { plan_digest: 'f'.repeat(64), chain: [], values }
  const playground = new PlaygroundPage(page)
  await page.goto(`/#${linkOf(JSON.stringify({ ...draft, item_id: 't', expected }))}`)
  await expect(playground.banner).toContainText('onerror')
  await expect(playground.banner).toContainText('one more')
  await expect(playground.banner).toContainText('two more')
  await expect(playground.cards).not.toHaveCount(0)
  await expect(page).toHaveTitle(/^Hostile/)
})

test('two secrets of a kind in one line are two rows', async ({ page }) => {
  const token = (letter: string): string => `ghp_${letter.repeat(12)}0123456789abcdefghijABCD`
  const draft = JSON.parse(draftOf({ '/project/a': '' })) as object
  const parameters = JSON.stringify({ a: token('a'), b: token('b') })
  const playground = new PlaygroundPage(page)
  await page.goto(`/#${linkOf(JSON.stringify({ ...draft, parameters }))}`)
  await expect(playground.banner).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByTestId('secrets').getByRole('listitem')).toHaveCount(2)
})

test('a choice that a schema offers twice is offered twice', async ({ page }) => {
  const tool = [
    'executor_id: rye/core/primitives/execute',
    'config: {command: echo, args: [a]}',
    'config_schema: {type: object, properties: {mode: {enum: [fast, fast, slow]}}}',
    '',
  ].join('\n')
  const draft = JSON.parse(draftOf({ '/project/.ai/tools/t.yaml': tool })) as object
  const playground = new PlaygroundPage(page)
  await page.goto(`/#${linkOf(JSON.stringify({ ...draft, item_id: 't' }))}`)
  await playground.answer('Parameters')
  await expect(page.getByRole('combobox', { name: 'mode' }).getByRole('option', { name: 'fast' })).toHaveCount(2)
})

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
