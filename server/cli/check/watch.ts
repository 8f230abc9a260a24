import type { Directory } from '../directory.ts'
import type { Io } from '../io.ts'

/** Milliseconds without a further change after which a burst of changes, such as a checkout, counts as over. */
const quiet = 30

/** Call `again` after every change of the project's .ai folder or .env, until the program is told to end. */
export async function watchProject({ onDisk }: Directory, io: Io, again: () => void): Promise<void> {
  const { WatchedFolder } = await import('../watched-folder.ts')
  let timer: NodeJS.Timeout | undefined
  const watched = new WatchedFolder(onDisk('/project') ?? '.', ['.ai', '.env'], {
    changed() {
      clearTimeout(timer)
      timer = setTimeout(again, quiet)
    },
    ready: () => io.err('Watching. Ctrl+C ends it.\n'),
    failed: (error) => io.err(`Watching: ${String(error)}\n`),
  })
  await io.untilEnded()
  clearTimeout(timer)
  await watched.close()
}
