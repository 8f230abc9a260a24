import { expect, test } from '@playwright/test'
import { linkOf } from '../core/testing/share-link.ts'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

/** A complete draft with these files. */
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

const many = Object.fromEntries(Array.from({ length: 12_001 }, (_, index) => [`/project/${index}`, '']))
const hostile = [
  { name: 'a bomb of zeros', link: linkOf(new Uint8Array(20_000_000)), says: 'more than 8000000 bytes' },
  {
    name: 'a bomb of text',
    link: linkOf(draftOf({ '/project/a': 'a'.repeat(9_000_000) })),
    says: 'more than 8000000 bytes',
  },
  { name: '__proto__ as a file', link: linkOf(draftOf({ ['__proto__']: 'polluted' })), says: 'not in /project' },
  {
    name: '__proto__ as the draft',
    link: linkOf(`{"__proto__":${draftOf({})}}`),
    says: 'not a draft of the playground',
  },
  {
    name: 'traversal',
    link: linkOf(draftOf({ '/project/../etc/passwd': 'x' })),
    says: 'contains the name "." or ".."',
  },
  { name: 'too many files', link: linkOf(draftOf(many)), says: 'has 12001 files; the limit is 12000' },
  {
    name: 'bytes that are not text',
    link: linkOf(new Uint8Array([0x22, 0xc3, 0x28, 0xff, 0x22])),
    says: 'is not valid UTF-8',
  },
] as const

/** The payload of a link to a valid draft with one invalid part. */
const damaged = (change: object): string =>
  linkOf(JSON.stringify({ ...(JSON.parse(draftOf({})) as object), ...change }))
const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels)

/**
 * Links without a valid draft. The page refuses each link with a reason, runs and stores nothing, and shows no dialog.
 */
const refusedLinks = [
  { name: 'no payload', link: 'v1.' },
  { name: 'an unknown base', link: 'v1.no-such-example-1.AAAA' },
  { name: 'an unknown version', link: 'v9.x.AAAA' },
  { name: 'a payload that is not base64', link: 'v1.-.%%%' },
  { name: 'a payload that was cut off', link: linkOf(draftOf({ '/project/a': 'a' })).slice(0, -20) },
  {
    name: 'a payload with a letter changed',
    link: linkOf(draftOf({ '/project/a': 'a' })).replace(/.$/, (at) => (at === 'A' ? 'B' : 'A')),
  },
  { name: 'null', link: linkOf('null') },
  { name: 'a list', link: linkOf('[]') },
  { name: 'a number', link: linkOf('7') },
  { name: 'invalid JSON', link: linkOf('<script>document.title="out"</script>') },
  { name: 'JSON that is ten thousand levels deep', link: linkOf(deep('[', ']', 10_000)) },
  { name: 'another format', link: damaged({ format: 99 }) },
  { name: 'a format that is a string', link: damaged({ format: '1' }) },
  { name: 'an unknown dialect', link: damaged({ dialect: '__proto__' }) },
  { name: 'an unknown search', link: damaged({ search: 'everywhere' }) },
  { name: 'a bundle that is a string', link: damaged({ bundle: 'ryeos-core' }) },
  { name: 'a name of a megabyte', link: damaged({ name: 'n'.repeat(1_000_000) }) },
  { name: 'an item id that is a list', link: damaged({ item_id: ['a'] }) },
  { name: 'files that are a list', link: damaged({ files: [] }) },
  { name: 'a file that is a number', link: damaged({ files: { '/project/a': 1 } }) },
  { name: 'a file that is a mapping', link: damaged({ files: { '/project/a': { text: 'x' } } }) },
  { name: 'a file that is not base64', link: damaged({ files: { '/project/a': { base64: '***' } } }) },
  { name: 'a file of the system space', link: damaged({ files: { '/system/x': 'x' } }) },
  { name: 'a path that is not absolute', link: damaged({ files: { 'project/a': 'x' } }) },
  { name: 'a path with a backslash', link: damaged({ files: { '/project/a\\b': 'x' } }) },
  { name: 'a path with a null character', link: damaged({ files: { '/project/a\0b': 'x' } }) },
  { name: 'a path with two slashes', link: damaged({ files: { '/project//a': 'x' } }) },
  { name: 'a path of a megabyte', link: damaged({ files: { [`/project/${'a'.repeat(1_000_000)}`]: 'x' } }) },
  { name: 'a file below a file', link: damaged({ files: { '/project/a': 'x', '/project/a/b': 'y' } }) },
  { name: 'parameters that are a mapping', link: damaged({ parameters: {} }) },
  { name: 'a mode that is a string', link: damaged({ dev_mode: 'yes' }) },
  { name: 'an unknown example', link: 'example=no-such' },
  { name: 'an example whose name is a path', link: 'example=../../x' },
  { name: 'an example without its name', link: 'example=' },
  { name: 'a short link without its id', link: 's.' },
  { name: 'a short link whose id was cut off', link: 's.abc' },
  { name: 'a short link with an invalid ID', link: 's.abcd/../x' },
] as const

test(`${refusedLinks.length} links without a draft are refused with a notice, send no requests, and leave the draft unchanged`, async ({
  page,
}) => {
  test.setTimeout(120_000)
  const playground = new PlaygroundPage(page)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await playground.openPlain()
  await playground.replace(firstDescription, 'Mine.')
  await expect(playground.cards.nth(0)).toContainText('Mine.')
  const asked: string[] = []
  const origin = new URL(page.url()).origin
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin || url.pathname.startsWith('/api/')) asked.push(request.url())
  })
  for (const { name, link } of refusedLinks) {
    await test.step(name, async () => {
      await page.evaluate((fragment) => (location.hash = fragment), link)
      const notice = playground.notice.filter({ hasText: 'Could not open this link.' })
      await expect(notice).toContainText('Your drafts are unchanged.')
      await notice.getByRole('button', { name: 'Dismiss' }).click()
      await expect(notice).toHaveCount(0)
      await expect(playground.cards.nth(0)).toContainText('Mine.')
      expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([])
      await expect(page).toHaveTitle(/^Hello, chain/)
    })
  }
  expect(asked).toEqual([])
  expect(problems).toEqual([])
})

test('the result that a link claims its sharer saw is shown as plain text', async ({ page }) => {
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

test('two secrets of the same kind in one line are two rows', nightly, async ({ page }) => {
  const token = (letter: string): string => `ghp_${letter.repeat(12)}0123456789abcdefghijABCD`
  const draft = JSON.parse(draftOf({ '/project/a': '' })) as object
  const parameters = JSON.stringify({ a: token('a'), b: token('b') })
  const playground = new PlaygroundPage(page)
  await page.goto(`/#${linkOf(JSON.stringify({ ...draft, parameters }))}`)
  await expect(playground.banner).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByTestId('secrets').getByRole('listitem')).toHaveCount(2)
})

test('a choice that is twice in a schema is listed twice', nightly, async ({ page }) => {
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

for (const { name, link, says } of someOf(hostile, 3)) {
  test(`a link with ${name} causes an error with a reason, and no stored data is lost`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await playground.replace(firstDescription, 'Mine.')
    await expect(playground.cards.nth(0)).toContainText('Mine.')
    await page.evaluate((fragment) => (location.hash = fragment), link)
    await expect(playground.notice).toContainText('Could not open this link.')
    await expect(playground.notice).toContainText(says)
    await expect(playground.cards.nth(0)).toContainText('Mine.')
    // The page still works, Object.prototype is unchanged, and a reload opens the draft, not the link.
    expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([])
    await playground.replace('Mine.', 'Still mine.')
    await expect(playground.cards.nth(0)).toContainText('Still mine.')
    await page.reload()
    await expect(playground.cards.nth(0)).toContainText('Still mine.')
  })
}

test('direction marks and invisible characters are visible in chain, files, tabs and answers', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  const tool = '/project/.ai/tools/demo/hi.py'
  const text = `__version__ = "1.0\u202e0"\n__tool_type__ = "python"\n__executor_id__ = "rye/core/run\u200btimes/python/script"\n`
  const sound = `__tool_type__ = "python"\n__category__ = "de\u202emo"\n__executor_id__ = "rye/core/runtimes/python/script"\n`
  await playground.openDraft(
    {
      [tool]: text,
      '/project/.ai/tools/demo/env.py': sound,
      '/project/.env': 'K\u200bEY=v\u202eal\n',
      '/project/notes\u202etxt.md': 'Notes.',
    },
    'demo/hi',
  )
  await expect(playground.cards.first()).toContainText('1.0\\u202e0')
  await expect(playground.cards.first()).toContainText('rye/core/run\\u200btimes/python/script')
  await page.getByRole('treeitem', { name: 'notes\\u202etxt.md' }).getByText('notes').click()
  await expect(page.getByRole('button', { name: 'Close notes\\u202etxt.md' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Editor' }).locator('.crumb')).toContainText('notes\\u202etxt.md')
  await playground.chooseItem('demo/env')
  await expect(page.getByTestId('env')).toContainText('K\\u200bEY')
  await page.getByRole('button', { name: 'Show secrets' }).click()
  await expect(page.getByTestId('env')).toContainText('v\\u202eal')
  await page.getByTestId('env').getByRole('button', { name: 'v\\u202eal' }).click()
  const why = page.getByTestId('why')
  await expect(why.getByRole('heading', { name: 'Why' })).toContainText('K\\u200bEY')
  await expect(why).toContainText('v\\u202eal')
  await expect(why).not.toContainText('\u202e')
  await playground.answer('Problems')
  await expect(playground.problems).toContainText('de\\u202emo')
})

test('direction marks and invisible characters are visible in a comparison', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  const path = '/project/.ai/tools/demo/h\u200bi.py'
  const before =
    '__tool_type__ = "python"\n__executor_id__ = "rye/core/runtimes/python/script"\nif True:\n\tprint("hi")\n'
  await playground.openDraft({ [path]: before }, 'demo/h\u200bi')
  await playground.replace('script', 'scr\u202eipt')
  await playground.answer('Compare')
  await page.getByRole('button', { name: 'Show lines of /project/.ai/tools/demo/h\\u200bi.py' }).click()
  const rows = page.getByTestId('file-diff').getByRole('row')
  await expect(rows.nth(1)).toContainText('scr\\u202eipt')
  // Diffs show a tab character unchanged in equal lines.
  await expect(rows.nth(3)).toContainText('\tprint', { useInnerText: true })
  await expect(page.getByTestId('differences-table')).toContainText('scr\\u202eipt')
  // Displayed text is escaped; text in the editor is unchanged.
  await expect(playground.plain()).toHaveValue(before.replace('script', 'scr\u202eipt'))
})
