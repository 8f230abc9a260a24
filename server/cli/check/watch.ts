import { basename } from '../../disk-paths.ts'
import type { Directory } from '../../project/directory.ts'
import { harmless, type Io } from '../io.ts'
import { isUsage, troubleIn } from '../../project/reported-error.ts'
import { projectFileName } from '../../project/project-file.ts'
import type { FolderListener, WatchedFolder } from '../../project/watched-folder.ts'

/** Milliseconds without a further change after which a burst of changes, such as a checkout, counts as complete. */
const quiet = 30

/** An opened directory, and its check with the options and `rye-chain.yaml` at that time. */
export interface Opened {
  readonly directory: Directory
  readonly check: () => void
}

/**
 * Check again after every change in the spaces or in `.env`, until Ctrl+C. After a change in the project's
 * `rye-chain.yaml`, the directory is opened again. Errors in this file are printed, and checks continue after the user
 * fixes them.
 */
export async function watchProject(first: Opened, io: Io, open: () => Opened): Promise<void> {
  const { WatchedFolder } = await import('../../project/watched-folder.ts')
  let opened = first
  let isOutdated = false
  let timer: NodeJS.Timeout | undefined
  let user: { readonly folder: string; readonly watched: WatchedFolder } | undefined
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(again, quiet)
  }
  const listener: FolderListener = {
    changed: soon,
    failed: (because) => io.err(`Watching: ${harmless(because)}\n`),
  }
  const followUser = (ready: () => void): void => {
    const folder = opened.directory.onDisk('/user')
    if (folder === user?.folder) return
    void user?.watched.close()
    user =
      folder === undefined ? undefined : { folder, watched: new WatchedFolder(folder, ['.ai'], { ...listener, ready }) }
  }
  const again = (): void => {
    try {
      if (isOutdated) {
        opened = open()
        isOutdated = false
        // Check again when the watch is ready, because a change before that causes no event.
        followUser(soon)
      }
      io.err(`\n--- ${io.now().toTimeString().slice(0, 8)} checking again\n`)
      opened.check()
    } catch (error) {
      const trouble = isUsage(error) ? error.message : troubleIn(error, io)
      if (trouble === undefined) throw error
      io.err(`${harmless(trouble)}\n`)
    }
  }
  await new Promise<void>((ready) => {
    followUser(ready)
    if (user === undefined) ready()
  })
  const project = first.directory.onDisk('/project') ?? '.'
  const watched = new WatchedFolder(project, ['.ai', '.env', projectFileName], {
    ...listener,
    changed(path) {
      isOutdated ||= path === undefined || basename(path) === projectFileName
      soon()
    },
    ready: () => io.err('Watching for changes. Press Ctrl+C to stop.\n'),
  })
  await io.untilEnded()
  clearTimeout(timer)
  await Promise.all([watched.close(), user?.watched.close()])
}
