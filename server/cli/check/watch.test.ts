import { chmodSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { builtCommandLine } from '../../testing/built-command.ts'
import { freshFolder } from '../../testing/directories.ts'
import { Editor } from '../../lsp/testing/editor.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const commandLine = builtCommandLine()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const naming = (executor: string): string => `version: "1"\ncategory: mine\nexecutor_id: ${executor}\n`

/**
 * A watched project, and a function that waits for the output after a change. Undefined if the program cannot be
 * started as an ordinary user.
 */
async function watchedBy(start: typeof commandLine.startOrdinary) {
  const folder = freshFolder()
  const tools = join(folder, '.ai/tools')
  mkdirSync(join(tools, 'mine'), { recursive: true })
  const child = start(folder, 'check', '--watch')
  if (!child) return undefined
  let said = ''
  let notify: (() => void) | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      notify?.()
    })
  const until = async (words: string): Promise<void> => {
    while (!said.includes(words)) await new Promise<void>((resolve) => (notify = resolve))
  }
  ends.push(async () => {
    child.kill('SIGINT')
    await once(child, 'exit')
  })
  await until('Watching for changes.')
  const after = async (change: () => void, words: string): Promise<void> => {
    said = ''
    change()
    await until(words)
  }
  const write = (path: string, executor: string) => writeFileSync(join(tools, path), naming(executor))
  return { folder, tools, after, write, said: () => said }
}

async function watched() {
  const project = await watchedBy(commandLine.start)
  if (!project) throw new Error('The project is not watched.')
  return project
}

test('a file that exceeds 4 MB, shrinks, is deleted and created again is reported correctly each time', async () => {
  const { tools, after, write } = await watched()
  const path = join(tools, 'mine/tool.yaml')
  const large = `${naming('mine/one')}#${'x'.repeat(4_000_000)}`
  await after(() => writeFileSync(path, large), 'cannot be read: it is too large')
  await after(() => truncateSync(path, 200), '"mine/one"')
  await after(() => writeFileSync(path, large), 'cannot be read: it is too large')
  await after(() => rmSync(path), '0 items')
  await after(() => write('mine/tool.yaml', 'mine/two'), '"mine/two"')
  await after(() => (rmSync(path), write('mine/tool.yaml', 'mine/three')), '"mine/three"')
})

test('a line separates every check from the previous one', async () => {
  const { after, write, said } = await watched()
  expect(said()).not.toContain('checking again')
  await after(() => write('mine/tool.yaml', 'mine/one'), 'checking again')
  await after(() => write('mine/tool.yaml', 'mine/two'), 'checking again')
})

test('changes inside a replaced folder are detected', async () => {
  const { folder, tools, after, write } = await watched()
  await after(() => write('mine/tool.yaml', 'mine/one'), '"mine/one"')
  const swap = (place: string, executor: string, within: string): void => {
    mkdirSync(join(folder, 'next', within), { recursive: true })
    writeFileSync(join(folder, 'next', within, 'tool.yaml'), naming(executor))
    renameSync(place, join(folder, `old-${executor.replace('/', '-')}`))
    renameSync(join(folder, 'next'), place)
  }
  await after(() => swap(join(tools, 'mine'), 'mine/two', ''), '"mine/two"')
  await after(() => write('mine/new.yaml', 'mine/three'), '"mine/three"')
  await after(() => swap(join(folder, '.ai'), 'mine/four', 'tools/mine'), '"mine/four"')
  await after(() => write('mine/tool.yaml', 'mine/five'), '"mine/five"')
  await after(() => rmSync(join(folder, '.ai'), { recursive: true }), '0 items')
  await after(
    () => (mkdirSync(join(tools, 'mine'), { recursive: true }), write('mine/tool.yaml', 'mine/six')),
    '"mine/six"',
  )
  await after(() => write('mine/tool.yaml', 'mine/seven'), '"mine/seven"')
})

test('each of ten successive changes is detected', async () => {
  const { after, write } = await watched()
  for (let count = 0; count < 10; count++)
    await after(() => write('mine/tool.yaml', `mine/no${count}`), `"mine/no${count}"`)
})

test('a changed rye-chain.yaml applies immediately, a faulty one is reported, and a deleted one no longer applies', async () => {
  const { folder, after, write } = await watched()
  const rules = join(folder, 'rye-chain.yaml')
  await after(() => write('mine/tool.yaml', 'mine/one'), 'error executor-not-found')
  await after(() => writeFileSync(rules, 'rules:\n  executor-not-found: warning\n'), 'warning executor-not-found')
  await after(() => writeFileSync(rules, 'rulez: {}\n'), 'rulez')
  // Control characters are printed as escapes.
  await after(() => writeFileSync(rules, 'user: "\\e[31mred"\n'), '\\u001b[31mred')
  await after(() => rmSync(rules), 'error executor-not-found')
})

test('a change is detected in the user space, and in a user space that rye-chain.yaml sets later', async () => {
  const [first, second] = [freshFolder(), freshFolder()]
  for (const user of [first, second]) mkdirSync(join(user, '.ai/tools/mine'), { recursive: true })
  const { folder, after } = await watched()
  const put = (user: string, executor: string): void =>
    writeFileSync(join(user, '.ai/tools/mine/tool.yaml'), naming(executor))
  await after(() => writeFileSync(join(folder, 'rye-chain.yaml'), `user: ${first}\n`), '0 items')
  await after(() => put(first, 'mine/one'), '"mine/one"')
  await after(() => writeFileSync(join(folder, 'rye-chain.yaml'), `user: ${second}\n`), '0 items')
  await after(() => put(second, 'mine/two'), '"mine/two"')
})

test('an unreadable file causes a finding, an unreadable folder causes a message, and both are watched when readable', async (context) => {
  const project = await watchedBy(commandLine.startOrdinary)
  if (!project) return context.skip('an ordinary user cannot reach the program')
  const { tools, after, write, said } = project
  const closed = join(tools, 'closed')
  const unreadable = `Watching: ${closed} cannot be read, so changes in it are not detected. Make it readable for the user of this program.`
  await after(() => write('mine/tool.yaml', 'mine/one'), '"mine/one"')
  await after(() => chmodSync(join(tools, 'mine/tool.yaml'), 0), 'permission denied')
  await after(() => chmodSync(join(tools, 'mine/tool.yaml'), 0o644), '"mine/one"')
  await after(() => mkdirSync(closed, 0), unreadable)
  expect(said()).not.toContain('EACCES')
  await after(() => chmodSync(closed, 0o755), '1 item')
  await after(() => write('closed/tool.yaml', 'mine/two'), '"mine/two"')
  await after(() => chmodSync(closed, 0), 'permission denied')
  await after(() => write('mine/tool.yaml', 'mine/three'), '"mine/three"')
  expect(said()).not.toContain('Watching')
  await after(() => chmodSync(closed, 0o755), '"mine/two"')
})

test('the language server detects a recreated folder that the editor does not watch', async () => {
  const folder = freshFolder()
  const tools = join(folder, '.ai/tools/mine')
  mkdirSync(tools, { recursive: true })
  const uri = pathToFileURL(join(tools, 'tool.yaml')).href
  const editor = new Editor(commandLine, folder)
  ends.push(() => editor.end())
  await editor.begin(undefined, {}, { dynamicRegistration: false })
  await editor.open(uri, 'yaml', naming('mine/late'))
  await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  const make = (): void => {
    mkdirSync(tools, { recursive: true })
    writeFileSync(join(tools, 'late.yaml'), naming('rye/core/primitives/execute'))
  }
  // The server starts to watch at an unknown time after the file is opened, so the change is repeated.
  const late = setInterval(make, 500)
  await editor.until(uri, (codes) => !codes.includes('executor-not-found'))
  clearInterval(late)
  rmSync(join(folder, '.ai'), { recursive: true })
  await editor.until(uri, (codes) => codes.includes('executor-not-found'))
  make()
  await editor.until(uri, (codes) => !codes.includes('executor-not-found'))
  expect(editor.said).toEqual([])
})
