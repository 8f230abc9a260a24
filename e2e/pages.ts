import { expect, type Locator, type Page } from '@playwright/test'
import { bundleOfDialect } from '#core/workspace'

/** The description of the tool in the first example. */
export const firstDescription = 'Greets a person by name.'

/** The page's answers, each with the way to open it. */
const placesOfAnswers = {
  Command: { tab: 'Command' },
  Problems: { tab: 'Problems' },
  Parameters: { tab: 'Input' },
  World: { tab: 'Input' },
  Results: { tab: 'Output' },
  Trace: { tab: 'Trace' },
  Compare: { more: 'Compare' },
  Integrity: { more: 'Integrity' },
} as const satisfies Record<string, { readonly tab?: string; readonly more?: string }>
export type AnswerTitle = keyof typeof placesOfAnswers
/** The names of all answers, for stories about each of them. */
export const answerTitles = Object.keys(placesOfAnswers) as AnswerTitle[]

/** The page object with all selectors that the stories use. */
export class PlaygroundPage {
  readonly page: Page
  readonly cards: Locator
  readonly status: Locator
  readonly item: Locator
  readonly problems: Locator
  readonly argv: Locator
  readonly why: Locator
  readonly banner: Locator
  readonly notice: Locator
  /** A decision that a button asks for, at that button. */
  readonly question: Locator
  readonly editorText: Locator
  readonly lens: Locator
  /** The rules, which are behind the Rules button. */
  readonly dialect: Locator
  readonly search: Locator
  readonly devMode: Locator
  /** The two selects of Compare: the subject and the reference. */
  readonly compareWhat: Locator
  readonly compareWith: Locator

  constructor(page: Page) {
    this.page = page
    this.cards = page.getByTestId('chain-card')
    this.status = page.getByTestId('status')
    this.item = page.getByRole('button', { name: /^item / })
    this.problems = page.getByTestId('problems')
    this.argv = page.getByTestId('argv')
    this.why = page.getByTestId('why')
    this.banner = page.getByTestId('link-banner')
    this.question = page.getByRole('alertdialog')
    this.notice = page.getByRole('status').locator('.notice')
    this.editorText = page.getByRole('region', { name: 'Editor' }).locator('.view-lines')
    this.compareWhat = page.getByRole('combobox', { name: 'Compare', exact: true })
    this.compareWith = page.getByRole('combobox', { name: 'with', exact: true })
    this.dialect = page.locator('[data-rule="dialect"]')
    this.search = page.locator('[data-rule="search"]')
    this.devMode = page.locator('[data-rule="dev_mode"]')
    this.lens = page.locator('.codelens-decoration').first()
  }

  /** The text that a click copies. Clears the clipboard first, because all stories in a browser share it. */
  async copied(click: () => Promise<void>): Promise<string> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await this.page.evaluate(() => navigator.clipboard.writeText(''))
    await click()
    const text = (): Promise<string> => this.page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(text).not.toBe('')
    return text()
  }

  /** Open the page and wait for the chain and the panels around it, which appear one frame later. */
  async open(address = '/'): Promise<void> {
    await this.page.goto(address)
    await expect(this.cards.first()).toBeVisible()
    await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  }

  /** Import files into a draft. Default: the draft that the page suggests. */
  async importFiles(files: Parameters<Locator['setInputFiles']>[0], into?: 'new' | 'open'): Promise<void> {
    await this.page.getByRole('button', { name: 'Import or export' }).click()
    await this.page.getByTestId('import-files').setInputFiles(files)
    await this.confirmImport(into)
  }

  /** Confirm the dialog that shows what an import changes. */
  async confirmImport(into?: 'new' | 'open'): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Import files' })
    if (into) await dialog.getByRole('radio', { name: into === 'new' ? 'a new draft' : 'the open draft' }).check()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }

  /** Switch between the plain and the full editor, as the Help menu does. */
  async switchEditor(): Promise<void> {
    await this.page.getByRole('button', { name: 'Help', exact: true }).click()
    await this.page.getByRole('button', { name: /^(Full|Plain-text) editor$/ }).click()
  }

  /** The text field of the plain editor. */
  plain(): Locator {
    return this.page.getByRole('textbox', { name: /^Text of / })
  }

  /** Open the page with the plain editor. */
  async openPlain(address = '/'): Promise<void> {
    await this.page.addInitScript(() => localStorage.setItem('rye.view.editor', 'plain'))
    await this.open(address)
  }

  /** Open the page with a new stored draft, which is still open after a reload. */
  async openDraft(files: Readonly<Record<string, string>>, itemId: string, address = '/'): Promise<void> {
    const snapshot = {
      format: 1,
      name: 'Own draft',
      dialect: 'lillux',
      search: 'scoped',
      dev_mode: true,
      bundle: bundleOfDialect.lillux,
      item_id: itemId,
      parameters: '{}',
      files,
    }
    await this.page.addInitScript((kept) => {
      if (sessionStorage.getItem('rye.tab') || window !== top) return
      const record = { format: 1, id: 'own', snapshot: kept, origin: { kind: 'own' }, edited_at: 1, trashed: false }
      localStorage.setItem('rye.draft.own', JSON.stringify(record))
      sessionStorage.setItem('rye.tab', 'own')
      localStorage.setItem('rye.view.editor', 'plain')
    }, snapshot)
    await this.open(address)
  }

  /** Replace a part of the open file. */
  async replace(before: string, after: string): Promise<void> {
    // Wait until the editor shows the file.
    await expect.poll(() => this.plain().inputValue()).toContain(before)
    const text = await this.plain().inputValue()
    await this.plain().fill(text.replace(before, after))
  }

  /** Wait until the browser's database contains a string, in a draft or in its name. */
  async kept(text: string): Promise<void> {
    const all = async (): Promise<string> => JSON.stringify([await this.#table('drafts'), await this.#table('files')])
    await expect.poll(all).toContain(text)
  }

  /** The stored content of a file in the tab's draft. */
  async keptFile(path: string): Promise<unknown> {
    const id = await this.page.evaluate(() => sessionStorage.getItem('rye.tab'))
    const rows = await this.#table('files')
    return rows.find(({ key }) => JSON.stringify(key) === JSON.stringify([id, 'file', path]))?.value
  }

  /** Wait until the stored histories have these numbers of states, in storage order. */
  async keptStates(...counts: readonly number[]): Promise<void> {
    const states = async (): Promise<number[]> =>
      (await this.#table('histories')).map(({ value }) => (value as { steps: unknown[] }).steps.length)
    await expect.poll(states).toEqual(counts)
  }

  /** Open the library, wait until the history contains the state `last`, and open one state. */
  async goToState(state: number, last: number): Promise<void> {
    await this.page.keyboard.press('Alt+KeyD')
    const steps = this.page.getByLabel('Step of the history')
    await expect(steps).toHaveAttribute('max', String(last))
    await steps.fill(String(state))
  }

  /** Everything in the page's storage, as JSON. */
  async everythingKept(): Promise<string> {
    const tables = await Promise.all(['drafts', 'files', 'histories'].map((name) => this.#table(name)))
    const texts = await this.page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])
    return JSON.stringify([tables, texts])
  }

  /** All rows of a database table; empty until the page creates the database. */
  #table(name: string): Promise<{ key: unknown; value: unknown }[]> {
    return this.page.evaluate(
      (table) =>
        new Promise((resolve) => {
          const opening = indexedDB.open('rye')
          opening.onupgradeneeded = () => opening.transaction?.abort()
          opening.onerror = () => resolve([])
          opening.onsuccess = () => {
            const rows = opening.result.transaction(table).objectStore(table)
            const [keys, values] = [rows.getAllKeys(), rows.getAll()]
            values.onsuccess = () => {
              opening.result.close()
              resolve(keys.result.map((key, at) => ({ key, value: values.result[at] as unknown })))
            }
          }
        }),
      name,
    )
  }

  /** Open an answer: a tab, a section of a tab, or a panel under More. */
  async answer(name: AnswerTitle): Promise<void> {
    const { tab, more }: { readonly tab?: string; readonly more?: string } = placesOfAnswers[name]
    if (tab !== undefined) await this.tab(tab).click()
    if (more !== undefined) {
      await this.page.getByRole('button', { name: /^More/ }).click()
      await this.page.getByRole('button', { name: more, exact: true }).click()
    }
    if (name === 'World') await this.openWorld()
  }

  /** Open the rules: dialect, search and dev mode. */
  async openRules(): Promise<void> {
    if (!(await this.dialect.isVisible())) await this.page.getByRole('button', { name: /^Rules/ }).click()
    await expect(this.dialect).toBeVisible()
  }

  /** Use the rules, and close them. */
  async withRules(use: () => Promise<unknown>): Promise<void> {
    await this.openRules()
    await use()
    await this.page.keyboard.press('Escape')
    await expect(this.dialect).toBeHidden()
  }

  async chooseDialect(name: string): Promise<void> {
    await this.withRules(() => this.dialect.selectOption(name))
  }

  async chooseSearch(name: string): Promise<void> {
    await this.withRules(() => this.search.selectOption(name))
  }

  async switchDevMode(): Promise<void> {
    await this.withRules(() => this.devMode.click())
  }

  /** Open the list of all actions with the pointer. */
  async openActions(): Promise<void> {
    await this.page.getByRole('button', { name: 'Help', exact: true }).click()
    await this.page.getByRole('button', { name: 'All actions', exact: true }).click()
  }

  /** Show or hide the lesson, or the description of an example. */
  async toggleLesson(): Promise<void> {
    await this.page.keyboard.press('Alt+KeyL')
  }

  /** A tab under the chain. */
  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) })
  }

  /** Expand the World section of the input. */
  async openWorld(): Promise<void> {
    const world = this.page.getByTestId('world')
    await expect(world).toBeVisible()
    if ((await world.getAttribute('open')) === null) await world.locator('summary').first().click()
  }

  async example(title: string): Promise<void> {
    await this.page.getByTitle('Examples and drafts').click()
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .click()
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    // Wait until the example is open: changes before that would affect the previous draft.
    await expect(this.page.getByTitle('Examples and drafts')).toContainText(title)
  }

  /** Show a page of the phone layout. */
  async phonePage(name: 'Chain' | 'Editor' | 'Files'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name }).click()
  }

  /** Run an action by name in the palette. */
  async action(title: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.page.getByRole('combobox', { name: /Search actions/ }).fill(title)
    await this.page.keyboard.press('Enter')
  }

  /** Create a file with the New file dialog. */
  async newFile(space: 'project' | 'user', path: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New file' }).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel(/^Space/).selectOption(space)
    await dialog.getByLabel('Path in the space').fill(path)
    await dialog.getByRole('button', { name: 'Create' }).click()
  }

  /** Search the list of all items for an item, and return its row. `folder` is a pattern for the folder prefix. */
  async findItem(id: string, folder = ''): Promise<Locator> {
    await this.item.click()
    const dialog = this.page.getByRole('dialog', { name: 'Choose an item' })
    await dialog.getByRole('combobox').fill(id)
    return dialog.getByRole('option', { name: new RegExp(`^${folder}${id} `) })
  }

  /** Analyze another item. */
  async chooseItem(id: string): Promise<void> {
    await (await this.findItem(id)).click()
    await expect(this.item).toHaveAccessibleName(`item ${id}`)
  }

  /**
   * Analyze another item in a dialect that also resolves base names. There, the list shows items with their folders.
   */
  async chooseStem(id: string): Promise<void> {
    await (await this.findItem(id, '(?:\\S+/)?')).first().click()
    await expect(this.item).toHaveAccessibleName(new RegExp(`^item (?:\\S+/)?${id}$`))
  }

  /** Open the folders of the tree above a file. The system tree starts closed. */
  async showRow(path: string): Promise<void> {
    const row = (of: string): Locator => this.page.locator(`[role="treeitem"][data-path="${of}"]`)
    const tree = this.page.getByRole('tree', { name: path.startsWith('/system/') ? 'System files' : / files$/ }).first()
    await expect(tree.getByRole('treeitem').first()).toBeVisible()
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
      const folder = row(path.slice(0, at))
      if ((await folder.count()) > 0 && (await folder.getAttribute('aria-expanded')) === 'false')
        await folder.getByRole('button').first().click()
    }
  }

  /** Open the menu of a file and choose an entry. */
  async fileMenu(path: string, item: string): Promise<void> {
    await this.showRow(path)
    await this.page.getByRole('button', { name: `Actions for ${path}`, exact: true }).click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  /** Delete a file with its menu and the dialog that lists the affected items. */
  async deleteFile(path: string): Promise<void> {
    await this.fileMenu(path, 'Delete…')
    const dialog = this.page.getByRole('dialog', { name: 'Delete file' })
    await dialog.getByRole('button', { name: 'Delete file' }).click()
    await expect(dialog).toHaveCount(0)
  }

  /** Open a file in the editor from the tree. */
  async showFile(path: string): Promise<void> {
    await this.showRow(path)
    await this.page.getByRole('navigation', { name: 'Files' }).getByTitle(path, { exact: true }).click()
    await expect(this.page.getByRole('region', { name: 'Editor' })).toContainText(path)
  }

  /** The innermost element of the full editor that contains this text. */
  piece(text: string): Locator {
    return this.editorText.locator('span:not(:has(span))').filter({ hasText: text }).first()
  }

  /** The link that the Share dialog shows. */
  async shareLink(): Promise<string> {
    await this.page.getByRole('button', { name: 'Share', exact: true }).click()
    const field = this.page.getByTestId('share-link')
    await expect(field).toHaveValue(/#v1\./)
    const link = await field.inputValue()
    await this.page.keyboard.press('Escape')
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    return link
  }
}
