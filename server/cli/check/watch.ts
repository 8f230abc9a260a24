import type { Directory } from '../directory.ts'
import { troubleIn, UsageError, type Io } from '../io.ts'
import { projectFileName } from '../project-file.ts'
import type { Hearer } from '../watched-folder.ts'

/** Milliseconds without a further change after which a burst of changes, such as a checkout, counts as over. */
const quiet = 30

/** A directory as its options and its `rye-chain.yaml` have it, and the check of it. */
export interface Opened {
  readonly directory: Directory
  readonly check: () => void
}

/**
 * Check again after every change of the spaces or of .env, until the program is told to end. After one of the project's `rye-chain.yaml` the
 * directory is opened anew; what is wrong with it is said, and checked is again once it is mended.
 */
export async function watchProject(first: Opened, io: Io, open: () => Opened): Promise<void> {
  const { WatchedFolder } = await import('../watched-folder.ts')
  let opened = first
  let isOutdated = false
  let timer: NodeJS.Timeout | undefined
  const again = async (): Promise<void> => {
    try {
      if (isOutdated) {
        opened = open()
        isOutdated = false
        // Before it is checked: what changes from then on is heard.
        await user.follow(opened.directory.onDisk('/user'))
      }
      opened.check()
    } catch (error) {
      const trouble = error instanceof UsageError ? error.message : troubleIn(error)
      if (trouble === undefined) throw error
      io.err(`${trouble}\n`)
    }
  }
  const hearer: Hearer = {
    changed() {
      clearTimeout(timer)
      timer = setTimeout(() => void again(), quiet)
    },
    failed: (error) => io.err(`Watching: ${String(error)}\n`),
  }
  const user = new Follower((folder, ready) => new WatchedFolder(folder, ['.ai'], { ...hearer, ready }))
  await user.follow(first.directory.onDisk('/user'))
  const project = first.directory.onDisk('/project') ?? '.'
  const watched = new WatchedFolder(project, ['.ai', '.env', projectFileName], {
    ...hearer,
    changed(path) {
      isOutdated ||= path === undefined || path.endsWith(`/${projectFileName}`)
      hearer.changed(path)
    },
    ready: () => io.err('Watching. Ctrl+C ends it.\n'),
  })
  await io.untilEnded()
  clearTimeout(timer)
  await Promise.all([watched.close(), user.follow(undefined)])
}

/** Watches one folder at a time, which may become another one. */
class Follower {
  readonly #watch: (folder: string, ready: () => void) => { close(): Promise<void> }
  #folder: string | undefined
  #watched: { close(): Promise<void> } | undefined

  constructor(watch: (folder: string, ready: () => void) => { close(): Promise<void> }) {
    this.#watch = watch
  }

  /** Watch a folder, or none, instead of the former one; done once it is heard and the former one no more. */
  async follow(folder: string | undefined): Promise<void> {
    if (folder === this.#folder) return
    const former = this.#watched
    this.#folder = folder
    await new Promise<void>((ready) => {
      this.#watched = folder === undefined ? undefined : this.#watch(folder, ready)
      if (folder === undefined) ready()
    })
    await former?.close()
  }
}
