import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

const switches = [
  { title: 'A virtual environment exists', sees: '/project/.venv/bin/python' },
  { title: 'The host sets RYE_PYTHON', sees: '/usr/bin/python3' },
] as const
for (const { title, sees } of someOf(switches, 1)) {
  test(`${title}: the command changes immediately and changes back`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const before = await playground.argv.innerText()
    await playground.answer('World')
    await page.getByRole('checkbox', { name: new RegExp(title) }).check()
    await playground.answer('Command')
    await expect(playground.argv).toContainText(sees)
    await playground.answer('World')
    await page.getByRole('checkbox', { name: new RegExp(title) }).uncheck()
    await playground.answer('Command')
    await expect.poll(() => playground.argv.innerText()).toBe(before)
  })
}

test('without Python, the search uses the fallback and lists the candidates', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const command = playground.argv.getByRole('button').first()
  await playground.answer('World')
  const venv = page.getByRole('checkbox', { name: /A virtual environment exists/ })
  const gone = page.getByRole('checkbox', { name: /No Python on the machine/ })
  await venv.check()
  await expect(page.getByRole('tabpanel')).not.toContainText('(fallback)')
  await gone.check()
  await expect(venv).not.toBeChecked()
  await expect(page.getByRole('tabpanel')).toContainText('= python3 (fallback)')
  await expect(page.getByRole('tabpanel').locator('.tried')).toContainText('/project/.venv/bin/python')
  await playground.answer('Command')
  await expect(command).toHaveText('python3')
  await playground.answer('World')
  await gone.uncheck()
  await expect(page.getByLabel('Files on the machine')).toHaveValue(/\/usr\/bin\/python3/)
})

test('without Python, the simulation ends with return code 127 and names the program', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('World')
  await page.getByRole('checkbox', { name: /No Python on the machine/ }).check()
  await expect(page.getByRole('tabpanel')).toContainText('= python3 (fallback)')
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const lane = page.getByTestId('lane-simulated')
  await expect(lane.getByTestId('ending')).toContainText('exited 127')
  await expect(lane).toContainText('python3: program not found on this draft’s machine')
})

test('on a machine like Windows, path lists are joined by semicolons', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  const tool = `export const __version__ = "1.0.0"
export const __tool_type__ = "javascript"
export const __executor_id__ = "rye/core/runtimes/node/node"
export const __category__ = "demo"
`
  const files = {
    '/project/.ai/tools/demo/hi.js': tool,
    '/project/.ai/tools/demo/package.json': '{}',
    '/project/.env': 'NODE_PATH=/opt/lib\n',
  }
  await playground.openDraft(files, 'demo/hi')
  const env = page.getByTestId('env')
  await expect(env).toContainText('node_modules:/opt/lib')
  await playground.answer('World')
  await page.getByRole('checkbox', { name: /Windows path separator/ }).check()
  await playground.answer('Command')
  await expect(env).toContainText('node_modules;/opt/lib')
})

test('a line of .env sets a variable of the run, and its removal unsets it', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const env = page.getByTestId('env')
  const files = page.getByRole('navigation', { name: 'Files' })
  const dotenv = page.getByRole('textbox', { name: '/project/.env' })
  await playground.answer('World')
  await dotenv.fill('GREETING_STYLE=warm')
  await playground.answer('Command')
  await page.getByRole('button', { name: 'Show secrets' }).click()
  await expect(env).toContainText('GREETING_STYLEwarm')
  await expect(files).toContainText('.env')
  await playground.answer('World')
  await dotenv.fill('')
  await playground.answer('Command')
  await expect(env).not.toContainText('GREETING_STYLE')
  await expect(files).not.toContainText('.env')
})

test('an unsigned tool is refused if signatures are required, and the rules show it', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('World')
  await page.getByRole('checkbox', { name: /Signatures are required/ }).check()
  await expect(playground.status).toContainText('Refused')
  await expect(playground.devMode).toHaveText('dev mode off')
  await page.getByRole('checkbox', { name: /Signatures are required/ }).uncheck()
  await expect(playground.status).toContainText('Ready to run')
})

for (const dialect of someOf(['lilux', 'kiwi'], 1)) {
  test(`the switch in the rules applies the rules of ${dialect} to the same files, and switches back`, async ({
    page,
  }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    const command = await playground.argv.innerText()
    const header = playground.dialect
    await playground.chooseDialect(dialect)
    await expect(playground.status).not.toContainText('Ready to run')
    await playground.answer('Problems')
    await expect(playground.problems).toContainText('rye/core/runtimes/python/script')
    await page.reload()
    await expect(header).toHaveValue(dialect)
    await playground.chooseDialect('lillux')
    await expect(playground.status).toContainText('Ready to run')
    await playground.answer('Command')
    await expect.poll(() => playground.argv.innerText()).toBe(command)
  })
}

test('a stale lockfile refuses the run and is named', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('World')
  await page.getByRole('checkbox', { name: /A stale lockfile/ }).check()
  await expect(playground.status).toContainText('Refused')
  await playground.answer('Integrity')
  await expect(page.getByTestId('lockfile')).toContainText('does not match the lockfile')
  await page.getByRole('button', { name: 'Delete lockfile' }).click()
  await expect(playground.status).toContainText('Ready to run')
})

test('without dev mode, an unsigned tool is refused until it is signed and its key is trusted', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.switchDevMode()
  await expect(playground.status).toContainText('Refused')
  await playground.answer('Integrity')
  await page.getByRole('button', { name: 'Create key pair' }).click()
  await page.getByRole('button', { name: 'Trust this key in the project' }).click()
  await page.getByTestId('signatures').getByRole('button', { name: 'Sign', exact: true }).first().click()
  await expect(playground.status).toContainText('Ready to run')
  await expect(playground.cards.nth(0)).toContainText('signed')
  await playground.answer('World')
  await page.getByRole('checkbox', { name: /changed after signing/ }).check()
  await expect(playground.status).toContainText('Refused')
  await expect(playground.cards.nth(0)).toContainText('changed since signed')
})

test('the private key is nowhere in storage', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('Integrity')
  await page.getByRole('button', { name: 'Create key pair' }).click()
  await page.getByRole('button', { name: 'Trust this key in the project' }).click()
  await expect.poll(() => playground.everythingKept()).toContain('PUBLIC KEY')
  expect(await playground.everythingKept()).not.toContain('PRIVATE KEY')
})

test('a switch shows its effect next to it, and switching back undoes the effect', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('World')
  const machine = page.getByLabel('Files on the machine')
  await machine.fill('/usr/bin/python3\n/opt/python3.12')
  const before = await machine.inputValue()
  const switched = page.getByRole('checkbox', { name: /A virtual environment exists/ })
  await switched.check()
  const changes = page.getByTestId('fault-changes')
  await expect(changes.getByRole('row', { name: /RYE_PYTHON/ })).toContainText('/project/.venv/bin/python')
  await switched.uncheck()
  await page.getByRole('checkbox', { name: /No Python/ }).check()
  await expect(machine).toHaveValue('')
  await page.getByRole('checkbox', { name: /No Python/ }).uncheck()
  await expect(machine).toHaveValue(before)
})

test('the host environment updates with every key and reports invalid lines', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('World')
  const host = page.getByLabel('Host environment')
  await host.fill('RYE_PYTHON=/usr/bin/python3\nnonsense')
  await expect(page.getByText('Skipped, not NAME=VALUE: nonsense')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /The host sets RYE_PYTHON/ })).toBeChecked()
  await host.fill('PATH=/usr/bin')
  await expect(page.getByText('Skipped, not NAME=VALUE')).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /The host sets RYE_PYTHON/ })).not.toBeChecked()
})

test('tampering with a JavaScript tool breaks its signature, not its syntax', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.newFile('project', '.ai/tools/demo/say.mjs')
  const unsigned = "export const __executor_id__ = 'rye/core/runtimes/node/node'\n"
  await playground.plain().fill(unsigned)
  await playground.chooseItem('demo/say')
  await expect(playground.cards).toHaveCount(3)
  await playground.answer('World')
  const tampered = page.getByRole('checkbox', { name: /changed after signing/ })
  await expect(tampered).toBeDisabled()
  await expect(page.getByTestId('faults')).toContainText('the tool is not signed')
  const signature = `// rye:signed:2026-11-21T00:00:00Z:${'0'.repeat(64)}:${'A'.repeat(86)}:${'0'.repeat(16)}\n`
  await playground.plain().fill(signature + unsigned)
  await tampered.check()
  await expect(playground.plain()).toHaveValue(/\/\/ tampered with/)
  await expect(playground.cards).toHaveCount(3)
})

test('a saved private key signs again after a reload', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('Integrity')
  await page.getByRole('button', { name: 'Create key pair' }).click()
  const key = page.getByText(/^Key [0-9a-f]{16}/)
  const [name] = /[0-9a-f]{16}/.exec(await key.innerText()) ?? ['']
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save private key' }).click()
  const saved = await (await saving).path()
  await page.reload()
  await playground.answer('Integrity')
  await expect(page.getByRole('button', { name: 'Create key pair' })).toBeVisible()
  await page
    .getByTestId('load-key')
    .setInputFiles({ name: 'a.pem', mimeType: 'text/plain', buffer: Buffer.from('no key') })
  await expect(page.getByText('not an Ed25519 private key')).toBeVisible()
  await page.getByTestId('load-key').setInputFiles(saved)
  await expect(key).toContainText(name)
  await page.getByTestId('signatures').getByRole('button', { name: 'Sign', exact: true }).first().click()
  await expect(playground.cards.nth(0)).toContainText('sign')
})

test('a switch without effect on this chain is marked in advance', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('World')
  const lab = page.getByTestId('faults')
  const idle = 'this chain does not use it'
  for (const title of ['No Node on the machine', 'No Bash on the machine'])
    await expect(lab.getByRole('listitem').filter({ hasText: title })).toContainText(idle)
  for (const title of ['No Python on the machine', 'A virtual environment exists', 'Signatures are required'])
    await expect(lab.getByRole('listitem').filter({ hasText: title })).not.toContainText(idle)
})

test(
  'the .env file is removed and restored unchanged, and a draft without .env is reported',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    await playground.answer('World')
    const gone = page.getByRole('checkbox', { name: /No \.env in the project/ })
    await expect(gone).toBeDisabled()
    const field = page.getByRole('textbox', { name: '/project/.env' })
    await field.fill('COLOUR=blue')
    await gone.check()
    await expect(field).toHaveValue('')
    await expect(page.getByTestId('fault-changes').getByRole('row', { name: /COLOUR/ })).toContainText(
      /secret:[0-9a-f]{8}/,
    )
    await gone.uncheck()
    await expect(field).toHaveValue('COLOUR=blue')
  },
)

test('a change right before a switch does not count as its effect', nightly, async ({ page }) => {
  // Delay each change to the draft, as on a slow machine.
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (message: { kind: string }) {
      setTimeout(() => send.call(this, message), message.kind === 'change' ? 1_000 : 0)
    }
  })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.answer('World')
  await page.getByRole('textbox', { name: '/project/.env' }).fill('COLOUR=blue')
  await page.getByRole('checkbox', { name: /No \.env in the project/ }).click()
  await expect(page.getByTestId('fault-changes').getByRole('row', { name: /COLOUR/ })).toBeVisible()
})
