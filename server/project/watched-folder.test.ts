import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freshFolder } from '../testing/directories.ts'
import { WatchedFolder } from './watched-folder.ts'

const open: WatchedFolder[] = []
afterEach(async () => {
  for (const watched of open.splice(0)) await watched.close()
})

/**
 * Watch a folder. Returns a function that makes a change, waits for its event, and returns all events since the change.
 */
async function watching(folder: string) {
  let received: string[] = []
  let resolveNext: (() => void) | undefined
  await new Promise<void>((ready) => {
    const changed = (path: string | undefined): void => {
      received.push(path ?? '?')
      resolveNext?.()
    }
    open.push(new WatchedFolder(folder, ['.ai', '.env'], { changed, ready }))
  })
  return async (path: string, change: () => void): Promise<readonly string[]> => {
    received = []
    change()
    while (!received.includes(path)) await new Promise<void>((resolve) => (resolveNext = resolve))
    return received
  }
}

/** A folder with tools, and the path for a link to it. */
function places() {
  const real = join(freshFolder(), 'real')
  mkdirSync(join(real, '.ai/tools'), { recursive: true })
  return { real, link: join(freshFolder(), 'link') }
}

test('a symlinked folder is reported by its given path', async () => {
  const { real, link } = places()
  symlinkSync(real, link)
  const after = await watching(link)
  const path = join(link, '.ai/tools/a.py')
  await after(path, () => writeFileSync(join(real, '.ai/tools/a.py'), ''))
  await after(join(link, '.env'), () => writeFileSync(join(real, '.env'), ''))
})

test('changes in a symlinked .ai are reported, also after the symlink changes', async () => {
  const [{ real: first }, { real: second }] = [places(), places()]
  const folder = freshFolder()
  const link = join(folder, '.ai')
  symlinkSync(join(first, '.ai'), link)
  const after = await watching(folder)
  await after(join(link, 'tools/a.py'), () => writeFileSync(join(first, '.ai/tools/a.py'), ''))
  await after('?', () => (rmSync(link), symlinkSync(join(second, '.ai'), link)))
  await after(join(link, 'tools/b.py'), () => writeFileSync(join(second, '.ai/tools/b.py'), ''))
})

test('a .ai that becomes a symlink is reported', async () => {
  const { real } = places()
  const folder = freshFolder()
  const after = await watching(folder)
  await after('?', () => symlinkSync(join(real, '.ai'), join(folder, '.ai')))
  await after(join(folder, '.ai/tools/a.py'), () => writeFileSync(join(real, '.ai/tools/a.py'), ''))
})

test('a symlink to a parent folder does not cause infinite recursion', async () => {
  const { real } = places()
  const folder = join(real, '.ai/tools/project')
  mkdirSync(folder)
  symlinkSync('../../..', join(folder, '.ai'))
  symlinkSync('..', join(real, '.ai/tools/loop'))
  const [inside, outside] = [await watching(folder), await watching(real)]
  const received = await outside(join(real, '.ai/tools/a.py'), () => writeFileSync(join(real, '.ai/tools/a.py'), ''))
  expect(new Set(received)).toEqual(new Set([join(real, '.ai/tools/a.py')]))
  await inside(join(folder, '.env'), () => writeFileSync(join(folder, '.env'), ''))
})
