import { expect, test, type Page } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

const tool = (about: string): string =>
  `__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n__tool_description__ = "${about}"\n`

/** A replacement for the folder that a user chooses: a real folder in the browser's private file system. */
class Folder {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Make the folder dialog return this folder. */
  async offer(): Promise<void> {
    await this.page.addInitScript(() => {
      const choose = async (): Promise<FileSystemDirectoryHandle> =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('mine', { create: true })
      Object.assign(globalThis, { showDirectoryPicker: choose })
    })
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    await this.page.evaluate(async (all) => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('mine', { create: true })
      for (const [path, text] of Object.entries(all)) {
        const segments = path.split('/')
        let here = root
        for (const segment of segments.slice(0, -1)) here = await here.getDirectoryHandle(segment, { create: true })
        const stream = await (await here.getFileHandle(segments.at(-1) ?? '', { create: true })).createWritable()
        await stream.write(text)
        await stream.close()
      }
    }, files)
  }

  async read(): Promise<Readonly<Record<string, string>>> {
    return await this.page.evaluate(async () => {
      const found: Record<string, string> = {}
      const visit = async (folder: FileSystemDirectoryHandle, prefix: string): Promise<void> => {
        for await (const handle of folder.values()) {
          if (handle.kind === 'directory') await visit(handle as FileSystemDirectoryHandle, `${prefix}${handle.name}/`)
          else found[prefix + handle.name] = await (await (handle as FileSystemFileHandle).getFile()).text()
        }
      }
      await visit(await (await navigator.storage.getDirectory()).getDirectoryHandle('mine'), '')
      return found
    })
  }
}

async function openFolder(
  page: Page,
  files: Readonly<Record<string, string>>,
): Promise<{ readonly playground: PlaygroundPage; readonly folder: Folder }> {
  const playground = new PlaygroundPage(page)
  const folder = new Folder(page)
  await folder.offer()
  await playground.openPlain()
  await folder.write(files)
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page.getByRole('button', { name: 'Open a local folder' }).click()
  return { playground, folder }
}

async function writeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page.getByRole('button', { name: 'Write back to mine' }).click()
}

test('a local folder opens as a draft, and changes are written back', async ({ page }) => {
  const { playground, folder } = await openFolder(page, {
    '.ai/tools/mine/hi.py': tool('Says hi.'),
    'notes/read.me': 'kept as it is',
    'node_modules/x/index.js': 'never read',
  })
  await expect(playground.notice).toContainText('Opened 2 files of mine as a draft')
  await expect(playground.cards.nth(0)).toContainText('mine/hi')
  await expect(page.getByRole('navigation', { name: 'Files' })).not.toContainText('greet.py')
  await playground.replace('Says hi.', 'Says hi loudly.')
  await expect(playground.cards.nth(0)).toContainText('Says hi loudly.')
  await writeBack(page)
  await expect(playground.notice).toContainText('Wrote 1 file to mine; 1 unchanged.')
  expect(await folder.read()).toEqual({
    '.ai/tools/mine/hi.py': tool('Says hi loudly.'),
    'notes/read.me': 'kept as it is',
    'node_modules/x/index.js': 'never read',
  })
})

test('files that are deleted in the draft stay in the folder until the user confirms', async ({ page }) => {
  const { playground, folder } = await openFolder(page, { '.ai/tools/mine/hi.py': tool('Says hi.') })
  await playground.fileMenu('/project/.ai/tools/mine/hi.py', 'Rename mine/hi everywhere…')
  await page.getByLabel('New ID of mine/hi').fill('mine/ho')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(playground.cards.nth(0)).toContainText('mine/ho')
  await writeBack(page)
  await expect(playground.notice).toContainText('In the folder, but not in the draft: /project/.ai/tools/mine/hi.py')
  expect(Object.keys(await folder.read()).sort()).toEqual(['.ai/tools/mine/hi.py', '.ai/tools/mine/ho.py'])
  await playground.notice.getByRole('button', { name: 'Delete these files' }).click()
  await expect(playground.notice).toContainText('Deleted 1 file in mine')
  expect(Object.keys(await folder.read())).toEqual(['.ai/tools/mine/ho.py'])
})

test(
  'an item is renamed in a draft whose items are known only after the dialog has opened',
  nightly,
  async ({ page }) => {
    // Delay the list of items until the dialog is open.
    await page.addInitScript(() => {
      const held: (() => void)[] = []
      let holds = true
      class HeldWorker extends Worker {
        override postMessage(message: unknown, more?: Transferable[] | StructuredSerializeOptions): void {
          const send = (): void =>
            Array.isArray(more) ? super.postMessage(message, more) : super.postMessage(message, more)
          if (holds && JSON.stringify(message).includes('mine/hi')) held.push(send)
          else send()
        }
      }
      const goOn = (): void => {
        holds = false
        for (const send of held) send()
      }
      Object.assign(globalThis, { Worker: HeldWorker, goOn })
    })
    const { playground } = await openFolder(page, { '.ai/tools/mine/hi.py': tool('Says hi.') })
    await playground.fileMenu('/project/.ai/tools/mine/hi.py', 'Rename mine/hi everywhere…')
    await expect(page.getByRole('dialog', { name: 'Rename item' })).toBeVisible()
    await expect(page.getByLabel('New ID of mine/hi')).toHaveCount(0)
    await page.evaluate('goOn()')
    await page.getByLabel('New ID of mine/hi').fill('mine/ho')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await expect(playground.cards.nth(0)).toContainText('mine/ho')
  },
)

test("an unpacked export opens with both spaces and the draft's settings", nightly, async ({ page }) => {
  const head = {
    format: 1,
    name: 'Unpacked',
    dialect: 'lillux',
    search: 'global',
    dev_mode: true,
    bundle: { id: 'ryeos-core', version: '1.0.0' },
    item_id: 'mine/hi',
    parameters: '{}',
  }
  const { playground, folder } = await openFolder(page, {
    'draft.json': JSON.stringify(head),
    'project/.ai/tools/a/first.py': tool('Not this one.'),
    'user/.ai/tools/mine/hi.py': tool('Says hi.'),
  })
  await expect(playground.cards.nth(0)).toContainText('mine/hi')
  await expect(playground.search).toHaveValue('global')
  await playground.replace('Says hi.', 'From the user space.')
  await writeBack(page)
  await expect(playground.notice).toContainText('Wrote 1 file to mine')
  expect((await folder.read())['user/.ai/tools/mine/hi.py']).toContain('From the user space.')
})

test(
  "another draft is never written into the folder, and the folder's draft is connected again",
  nightly,
  async ({ page }) => {
    const { playground } = await openFolder(page, { '.ai/tools/mine/hi.py': tool('Says hi.') })
    await expect(playground.cards.nth(0)).toContainText('mine/hi')
    await playground.example('Hello, chain')
    await page.getByRole('button', { name: 'Import or export' }).click()
    await expect(page.getByRole('button', { name: 'Open a local folder' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Write back to mine' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+KeyD')
    await page.getByTestId('library').getByRole('button', { name: 'mine', exact: true }).click()
    await expect(playground.cards.nth(0)).toContainText('mine/hi')
    await page.getByRole('button', { name: 'Import or export' }).click()
    await expect(page.getByRole('button', { name: 'Write back to mine' })).toBeVisible()
  },
)

for (const { name, says } of someOf(
  [
    { name: 'NotAllowedError', says: 'Could not open this folder: no leave' },
    { name: 'AbortError', says: undefined },
  ],
  1,
)) {
  test(`a folder choice that ends in ${name} does not change the draft`, nightly, async ({ page }) => {
    await page.addInitScript((kind) => {
      const choose = (): Promise<never> => Promise.reject(new DOMException('no leave', kind))
      Object.assign(globalThis, { showDirectoryPicker: choose })
    }, name)
    const playground = new PlaygroundPage(page)
    await playground.open()
    await page.getByRole('button', { name: 'Import or export' }).click()
    await page.getByRole('button', { name: 'Open a local folder' }).click()
    if (says === undefined) await expect(page.getByRole('dialog')).toBeVisible()
    else await expect(playground.notice).toContainText(says)
    await expect(playground.cards.nth(0)).toContainText('demo/greet')
  })
}

test('a local folder is read again on demand, and shows what changed in it', async ({ page }) => {
  const { playground, folder } = await openFolder(page, { '.ai/tools/mine/hi.py': tool('Says hi.') })
  await expect(playground.cards.nth(0)).toContainText('Says hi.')
  await folder.write({ '.ai/tools/mine/hi.py': tool('Says hi again.'), 'notes.txt': 'new' })
  // The browser keeps the folder with the draft.
  await page.reload()
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page.getByRole('button', { name: 'Read mine again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import files' })
  await expect(dialog.getByRole('region', { name: 'Replaced' })).toContainText('/project/.ai/tools/mine/hi.py')
  await expect(dialog.getByRole('region', { name: 'New' })).toContainText('/project/notes.txt')
  await playground.confirmImport()
  await expect(playground.cards.nth(0)).toContainText('Says hi again.')
})
