import { dirname, join } from '../../disk-paths.ts'
import { outputOfGit } from './git-process.ts'
import { GitFault, locate, type Located } from './locate.ts'
import { requirePlainRules } from './plain.ts'
import { Shadow, type Setting } from './shadow.ts'
import { foldersBetween, untrackedFiles, type Untracked } from './untracked.ts'
import { WorkingFiles, type Entry } from './working-files.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A commit with its time in seconds since 1970. */
export interface Commit {
  readonly id: string
  readonly seconds: number
  readonly author: string
  readonly subject: string
}

/** A changed file, with its entry before the change; null if the change added it. */
interface FormerEntry {
  readonly path: string
  readonly former: Pick<Entry, 'mode' | 'object'> | null
}

/**
 * A repository's data about a folder in it. Only this class starts git, and reading a repository runs none of its code.
 */
export class Repository {
  /** The folder that paths are relative to. */
  readonly folder: string
  readonly #located: Located
  readonly #callerEnv: Environment
  readonly #env: NodeJS.ProcessEnv

  private constructor(folder: string, located: Located, shadow: Shadow, callerEnv: Environment) {
    this.folder = folder
    this.#located = located
    this.#callerEnv = callerEnv
    this.#env = shadow.environment(callerEnv)
  }

  /**
   * Read the repository of a folder.
   *
   * @throws GitFault if the folder is not in a repository, or the repository can be read only with its settings.
   */
  static use<T>(folder: string, env: Environment, look: (repository: Repository) => T): T {
    const located = locate(folder)
    const shadow = new Shadow(located)
    try {
      const repository = new Repository(folder, located, shadow, env)
      shadow.configure(repository.#settings())
      return look(repository)
    } finally {
      shadow.remove()
    }
  }

  /** The ID of the commit that a revision names, or undefined for `HEAD` before the first commit. */
  commit(revision: string): string | undefined {
    try {
      // In two steps, because git would treat `^{commit}` after `:/TEXT` as a part of the text to search for.
      return this.#id(`${this.#id(revision)}^{commit}`)
    } catch (error) {
      if (revision === 'HEAD' && error instanceof GitFault && this.#isUnborn()) return undefined
      throw error
    }
  }

  #id(revision: string): string {
    return this.#outputOf(['rev-parse', '--verify', '--end-of-options', revision]).toString('utf8').trim()
  }

  /** The entries of a commit at or under these paths of the folder, by path. */
  entries(commit: string, paths: readonly string[]): readonly Entry[] {
    return namesIn(this.#outputOf(['--literal-pathspecs', 'ls-tree', '-r', '-z', commit, '--', ...paths])).flatMap(
      (line) => {
        const [, mode = '', type = '', object = '', path = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t([^]*)$/.exec(line) ?? []
        return type === '' ? [] : [{ path, mode, type, object }]
      },
    )
  }

  /**
   * The entries of the index at or under these paths of the folder: the content of the next commit.
   * @throws GitFault for a file with a merge conflict, which has no content yet.
   */
  staged(paths: readonly string[]): readonly Entry[] {
    return namesIn(this.#outputOf(['--literal-pathspecs', 'ls-files', '--stage', '-z', '--', ...paths])).flatMap(
      (line) => {
        const [, mode = '', object = '', stage = '', path = ''] = /^(\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line) ?? []
        if (mode === '') return []
        if (stage !== '0') throw new GitFault(`${path} has a merge conflict. Resolve it and add the file first.`)
        return [{ path, mode, type: mode === '160000' ? 'commit' : 'blob', object }]
      },
    )
  }

  /** At most `most` commits from a commit back along first parents, newest first. */
  history(commit: string, most: number): readonly Commit[] {
    const words = ['rev-list', '--first-parent', `--max-count=${most}`, '--format=%H%x00%ct%x00%an%x00%s%x00', commit]
    const fields = this.#outputOf(words).toString('utf8').split('\0')
    return Array.from({ length: Math.floor(fields.length / 4) }, (_, index): Commit => {
      const [head = '', seconds = '', author = '', subject = ''] = fields.slice(index * 4)
      return { id: head.slice(head.lastIndexOf('\n') + 1), seconds: Number(seconds), author, subject }
    })
  }

  /** For each commit, the files of the folder that it changed, with their previous entries; null for an added file. */
  changes(
    commits: readonly { readonly id: string; readonly parent: string }[],
  ): ReadonlyMap<string, readonly FormerEntry[]> {
    const found = new Map<string, FormerEntry[]>()
    const input = commits.map(({ id, parent }) => `${id} ${parent}\n`).join('')
    const words = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--relative']
    const fields = namesIn(this.#outputOf(words, input))
    let changed: FormerEntry[] = []
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] ?? ''
      const [, mode = '', object = ''] = /^:(\d+) \d+ ([0-9a-f]+) [0-9a-f]+ [A-Z]\d*$/.exec(field) ?? []
      if (mode === '') found.set(field.trim(), (changed = []))
      else changed.push({ path: fields[++at] ?? '', former: /^0+$/.test(mode) ? null : { mode, object } })
    }
    return found
  }

  /**
   * The folder of the hooks. `replaced`: the folder that git uses instead because of the repository's setting
   * `core.hooksPath`; undefined without this setting.
   */
  hooks(): { readonly folder: string; readonly replaced: string | undefined } {
    const [, replaced] = this.#settings().find(([key]) => key === 'core.hookspath') ?? []
    return { folder: join(this.#located.common, 'hooks'), replaced }
  }

  /** The paths at or under these paths of the folder that are in the index, or that are new and not ignored. */
  known(paths: readonly string[]): readonly string[] {
    const tracked = this.#tracked(paths)
    return [...tracked, ...this.#untracked(paths, tracked).added]
  }

  /** The ignored files and whole subfolders of the folder, according to `.gitignore` files and `.git/info/exclude`. */
  ignored(): readonly string[] {
    return this.#untracked(['.'], this.#tracked(['.'])).ignored
  }

  #tracked(paths: readonly string[]): readonly string[] {
    return namesIn(this.#outputOf(['--literal-pathspecs', 'ls-files', '--cached', '-z', '--', ...paths]))
  }

  #untracked(paths: readonly string[], tracked: readonly string[]): Untracked {
    const ignored = (asked: readonly string[]): ReadonlySet<string> => this.#ignoredOf(asked)
    return untrackedFiles(this.folder, paths, this.#located.top, { tracked, ignored })
  }

  #ignoredOf(paths: readonly string[]): ReadonlySet<string> {
    // The prefix `./` is needed because `:` starts special path patterns.
    const words = ['check-ignore', '--no-index', '--verbose', '--non-matching', '-z', '--stdin']
    const fields = this.#outputOf(words, paths.map((path) => `./${path}\0`).join(''), [0, 1])
      .toString('utf8')
      .split('\0')
    // Fields: the file of the rule, its line, the rule (empty if none; a `!` rule includes the path again), and the
    // path.
    const isOut = (at: number): boolean => !['', '!'].includes(fields[at + 2]?.slice(0, 1) ?? '')
    return new Set(paths.filter((_, index) => isOut(index * 4)))
  }

  /**
   * The contents of objects.
   *
   * @throws GitFault if one is missing, as in a partial clone, because this program does not fetch objects.
   */
  objects(ids: readonly string[]): ReadonlyMap<string, Uint8Array> {
    const answer = this.#outputOf(['cat-file', '--batch'], ids.map((id) => `${id}\n`).join(''))
    const objects = new Map<string, Uint8Array>()
    let at = 0
    for (const id of ids) {
      // Format: `ID blob SIZE`, a line feed, the bytes, and a line feed.
      const end = answer.indexOf('\n', at)
      const size = Number(answer.toString('utf8', at, end).split(' ')[2])
      if (!Number.isSafeInteger(size))
        throw new GitFault(`this clone lacks the object ${id}. Run \`git fetch --refetch\` without a filter first.`)
      objects.set(id, answer.subarray(end + 1, end + 1 + size))
      at = end + 1 + size + 1
    }
    return objects
  }

  /** The files of the folder, for comparison with objects. */
  workingFiles(): WorkingFiles {
    return new WorkingFiles(this.folder, {
      attributes: (path) => {
        for (const above of foldersBetween(dirname(join(this.folder, path)), this.#located.top))
          requirePlainRules(above)
        // The path, name and value of each attribute, each terminated with NUL.
        const answer = this.#outputOf(['check-attr', '-z', '--stdin', 'text', 'eol'], `${path}\0`)
        const [, , text = '', , , eol = ''] = answer.toString('utf8').split('\0')
        return { text, eol }
      },
      convertsLineEnds: () => ['true', 'input'].includes(this.#lineEndSetting()),
    })
  }

  /** Whether the branch has no commits yet, so `HEAD` names a branch that does not exist. */
  #isUnborn(): boolean {
    try {
      this.#outputOf(['symbolic-ref', '--quiet', 'HEAD'])
    } catch {
      return false
    }
    try {
      this.#outputOf(['rev-parse', '--verify', '--quiet', 'HEAD'])
      return false
    } catch {
      return true
    }
  }

  /** The settings in the configuration file of the repository, without included files. */
  #settings(): readonly Setting[] {
    const file = join(this.#located.common, 'config')
    return namesIn(this.#outputOf(['config', '--file', file, '--no-includes', '--list', '-z'])).map((line) => {
      const cut = line.indexOf('\n')
      return cut === -1 ? [line, 'true'] : [line.slice(0, cut), line.slice(cut + 1)]
    })
  }

  /**
   * The value of `core.autocrlf` for the repository, the user or the machine, which determines the line endings of
   * files in this folder. `git config` runs no programs.
   */
  #lineEndSetting(): string {
    const { HOME, XDG_CONFIG_HOME } = this.#callerEnv
    const { own, common } = this.#located
    const isOurs = ([name]: readonly [string, unknown]): boolean => !/^GIT_CONFIG_/.test(name)
    const rest = Object.fromEntries(Object.entries(this.#env).filter(isOurs))
    const env = { ...rest, HOME, XDG_CONFIG_HOME, GIT_DIR: own, GIT_COMMON_DIR: common }
    try {
      return this.#outputOf(['config', '--get', 'core.autocrlf'], '', [0, 1], env).toString('utf8').trim().toLowerCase()
    } catch {
      return ''
    }
  }

  #outputOf(words: readonly string[], input = '', good: readonly number[] = [0], env = this.#env): Buffer {
    return outputOfGit(words, { folder: this.folder, env, input, good })
  }
}

/** The NUL-terminated names in git's output. */
function namesIn(answer: Buffer): readonly string[] {
  return answer
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
}
