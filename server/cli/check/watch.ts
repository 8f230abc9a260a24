import { join } from 'node:path'
import type { Directory } from '../directory.ts'
import type { Io } from '../io.ts'

/** Milliseconds without a further change after which a burst of changes, such as a checkout, counts as over. */
const quiet = 30

/** Call `again` after every change of the project's .ai folder or .env, until the program is told to end. */
export async function watchProject({ onDisk }: Directory, io: Io, again: () => void): Promise<void> {
  const { watch } = await import('chokidar')
  const folder = onDisk('/project') ?? '.'
  // One root: of several, one that is missing would be said to be ready before the others are.
  const own = [join(folder, '.ai'), join(folder, '.env')]
  const isOwn = (path: string): boolean => own.some((one) => path === one || path.startsWith(`${one}/`))
  const ignored = (path: string): boolean => path !== folder && !isOwn(path)
  const watcher = watch(folder, { ignoreInitial: true, followSymlinks: false, ignored })
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(again, quiet)
  })
  watcher.on('ready', () => io.err('Watching. Ctrl+C ends it.\n'))
  watcher.on('error', (error) => io.err(`Watching: ${String(error)}\n`))
  await io.untilEnded()
  clearTimeout(timer)
  await watcher.close()
}
