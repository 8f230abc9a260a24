import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, isAbsolute, join, plain, realpath, resolve } from '../../disk-paths.ts'
import { readFound } from '../whole-file.ts'
import { GitFault, topAbove, type Located } from './locate.ts'
import { requirePlain, requirePlainFolder, requirePlainObjects } from './plain.ts'

/** A setting as git prints it: section and name in lower case, the subsection as written. */
export type Setting = readonly [key: string, value: string]

/**
 * The parts of a worktree that git reads to find commits, files and branches. Settings, hooks and other worktrees are
 * excluded.
 */
const ownNames = /^(?:[A-Z_]+_HEAD|logs|refs|reftable|sharedindex\.[0-9a-f]+)$/
const commonNames = /^(?:objects|packed-refs|logs|refs|reftable|shallow)$/
const infoNames = /^(?:exclude|attributes)$/

/** The repository format, and small windows into object packs, which limit the memory. */
const ours: readonly Setting[] = [
  ['core.repositoryformatversion', '1'],
  ['core.packedgitwindowsize', '64m'],
  ['core.packedgitlimit', '512m'],
  ['core.bigfilethreshold', '64m'],
]
/**
 * Settings for the storage of objects and branches, and for the target of `@{upstream}`. They start no program and
 * change no result.
 */
const neutral = /^(?:extensions\.(?:objectformat|refstorage)|branch\..*\.(?:remote|merge)|remote\..*\.fetch)$/s
/**
 * Extensions that do not change the results of these git commands. In a partial clone, objects that are not local are
 * reported as missing.
 */
const harmless =
  /^extensions\.(?:noop(?:-v1)?|preciousobjects|partialclone|worktreeconfig|compatobjectformat|relativeworktrees)$/

/**
 * A folder that git uses as the repository. It contains symlinks to the objects, branches and excludes of the real
 * repository, and replaces its settings. So no setting of any git version, known or not, can start a program, fetch, or
 * change a result.
 */
export class Shadow {
  readonly #folder: string
  readonly #located: Located
  readonly #common: string

  /**
   * Create the folder.
   * @throws GitFault if the folder for temporary files cannot contain symlinks, or a path that git would read first is
   * not a file.
   */
  constructor(located: Located) {
    this.#located = located
    const { own, common } = located
    const parts = readdirSync(own).filter((name) => name.startsWith('sharedindex.'))
    for (const name of ['HEAD', 'index', ...parts]) requirePlain(join(own, name))
    requirePlain(join(common, 'config'))
    for (const name of ['refs', 'logs', 'reftable'])
      for (const folder of new Set([own, common])) requirePlainFolder(join(folder, name))
    requirePlainObjects(join(common, 'objects'))
    try {
      this.#folder = mkdtempSync(join(realpath(tmpdir()), 'rye-git-'))
    } catch (error) {
      throw unprepared(error)
    }
    this.#common = located.common === located.own ? this.#folder : join(this.#folder, 'common')
    try {
      mkdirSync(join(this.#common, 'info'), { recursive: true })
      // `HEAD` is copied, because git would interpret a symlink as the branch that it leads to.
      writeFileSync(join(this.#folder, 'HEAD'), readFound(join(located.own, 'HEAD')))
      linkAll(located.own, this.#folder, ownNames)
      if (this.#common === this.#folder) linkAll(located.own, this.#folder, /^(?:objects|packed-refs|shallow)$/)
      else linkAll(located.common, this.#common, commonNames)
      linkAll(join(located.common, 'info'), join(this.#common, 'info'), infoNames)
    } catch (error) {
      this.remove()
      throw unprepared(error)
    }
  }

  /**
   * Copy the storage settings of the real repository.
   * @throws GitFault if one of them is not supported, or the folder for temporary files is full.
   */
  configure(settings: readonly Setting[]): void {
    const unknown = settings.find(([key]) => key.startsWith('extensions.') && !neutral.test(key) && !harmless.test(key))
    if (unknown) throw new GitFault(`the repository uses ${unknown[0]}, which is not supported.`)
    const kept = [...ours, ...settings.filter(([key]) => neutral.test(key))]
    try {
      writeFileSync(join(this.#common, 'config'), kept.map(settingText).join(''))
    } catch (error) {
      throw unprepared(error)
    }
  }

  /**
   * The usual environment of a git command: the caller's, without variables that control git, and without settings of
   * the user or the machine.
   */
  environment(callerEnv: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
    const { top, own } = this.#located
    const others = Object.entries(callerEnv).filter(([name]) => !/^(?:GIT_|LC_|LANG|PATH$)/i.test(name))
    return {
      ...Object.fromEntries(others),
      PATH: trustedPath(callerEnv['PATH'] ?? '', this.#located),
      LC_ALL: 'C',
      HOME: this.#folder,
      XDG_CONFIG_HOME: this.#folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_ATTR_NOSYSTEM: '1',
      GIT_DIR: this.#folder,
      GIT_COMMON_DIR: this.#common,
      GIT_WORK_TREE: top,
      GIT_INDEX_FILE: indexOf(own, top, callerEnv['GIT_INDEX_FILE']),
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: '',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
    }
  }

  /** Remove the folder and its symlinks, never their targets. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function linkAll(from: string, to: string, wanted: RegExp): void {
  if (!statSync(from, { throwIfNoEntry: false })?.isDirectory()) return
  for (const name of readdirSync(from)) {
    const path = join(from, name)
    const stats = wanted.test(name) ? statSync(path, { throwIfNoEntry: false }) : undefined
    // Git would block on a pipe, so only files and folders are linked.
    if (stats?.isFile() || stats?.isDirectory()) symlinkSync(path, join(to, name))
  }
}

/**
 * The index that a hook names during a commit (`commit -a`, `-p`, `commit FILE`), if it belongs to this repository;
 * otherwise the default index.
 */
function indexOf(own: string, top: string, named: string | undefined): string {
  const folder = realpath(own)
  for (const from of named ? [plain(process.cwd()), top] : []) {
    const path = resolve(from, named ?? '')
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue
    const real = realpath(path)
    // An index in a subfolder can belong to a submodule or to another worktree.
    if (dirname(real) === folder) return real
  }
  return join(own, 'index')
}

/**
 * The folders of programs in a path list, by their real path. Folders that depend on the current folder are excluded.
 * So are folders of the repository, and of any repository that contains it (a submodule, a linked worktree).
 */
function trustedPath(path: string, { top, common }: Located): string {
  const repositories = [...topsAbove(realpath(top)), ...topsAbove(dirname(realpath(common)))]
  const isOutside = (folder: string): boolean =>
    !repositories.some((one) => folder === one || folder.startsWith(`${one}/`))
  const folders = path
    .split(delimiter)
    .flatMap((folder) => (isAbsolute(folder) ? (realOf(folder) ?? []) : []))
    .filter((folder) => isOutside(folder) && isOutside(realOf(join(folder, 'git')) ?? folder))
  // An empty path list would mean the current folder.
  return folders.length === 0 ? '/usr/bin:/bin' : folders.join(delimiter)
}

function topsAbove(folder: string): readonly string[] {
  const top = topAbove(folder)
  if (top === undefined || dirname(top) === top) return []
  return [top, ...topsAbove(dirname(top))]
}

/** The path with symlinks resolved; undefined for a broken symlink or a missing path. */
function realOf(path: string): string | undefined {
  try {
    return realpath(path)
  } catch {
    return undefined
  }
}

/** A setting as a section of a configuration file, with its value quoted. */
function settingText([key, value]: Setting): string {
  const [section = '', name = ''] = [key.slice(0, key.indexOf('.')), key.slice(key.lastIndexOf('.') + 1)]
  const middle = key.slice(section.length + 1, -name.length - 1)
  const head = middle === '' ? section : `${section} ${quoted(middle)}`
  return `[${head}]\n\t${name} = ${quoted(value)}\n`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

function unprepared(error: unknown): GitFault {
  return new GitFault(`creating a folder with links to the repository failed in ${tmpdir()} (${String(error)}).`)
}
