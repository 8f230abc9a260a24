import { analyze, resolveRun, type Analysis, type PlacedRange, type Resolution } from '#core/answer'
import { comparedValue, select } from '#core/expect'
import { firstDifference, type Cause } from '#core/impact'
import type { FileTree, MemoryTree } from '#core/input'
import type { ReadSet } from '#core/workspace'
import { openDirectory, type Directory } from '../directory.ts'
import { GitFault } from '../git/locate.ts'
import { Repository, type Commit } from '../git/repository.ts'
import type { ItemCall } from '../item.ts'
import type { ProjectOptions } from '../options.ts'
import { projectFileName } from '../project-file.ts'
import { ReportedError } from '../reported-error.ts'
import { ignoredPaths, RevisionOver, treeOf } from './revision.ts'

/** Maximum number of commits in one search (limit `bisectCommits`). */
export const bisectCommits = 10_000

/** The number of commits whose files are read together. */
const readTogether = 200

/** The item and the value whose last change is requested. Without a pointer: status, chain, verdicts and command. */
export interface BisectRequest extends ItemCall {
  readonly pointer: string | undefined
}

/** The last change of a value, or the reason why there is none. */
export interface Bisected {
  /**
   * `uncommitted`: the value on disk differs from the last commit. `first`: no commit of the history changed it.
   * `limit`: none of the last `bisectCommits` commits changed it.
   */
  readonly kind: 'commit' | 'uncommitted' | 'first' | 'limit'
  /** The commit of the change, or the oldest commit that was read; null for an uncommitted change. */
  readonly commit: Commit | null
  readonly commits: number
  readonly before: string | null
  readonly after: string | null
  readonly cause: Omit<Cause, 'at'> | null
  /**
   * The source of the new value; null if it has no source, if the search was not for a value, or if no change was
   * found.
   */
  readonly at: PlacedRange | null
}

/**
 * Find the commit that last changed a value of an item, along first parents. Only files that a commit changed are read
 * again.
 * @throws ReportedError without a repository, and for a value that does not exist now.
 */
export function bisect(options: ProjectOptions, directory: Directory, request: BisectRequest): Bisected {
  const folder = directory.onDisk('/project') ?? '.'
  try {
    return Repository.use(folder, directory.machine.env, (repository) =>
      new Bisection(repository, { ...options, folder }, request).search(directory),
    )
  } catch (error) {
    if (error instanceof GitFault) throw new ReportedError('usage', `Git cannot list the commits: ${error.message}`)
    throw error
  }
}

/** The item at one commit: its run, its analysis, and the value to compare. */
interface State {
  readonly directory: Directory
  readonly run: Resolution
  readonly analysis: Analysis
  readonly value: string | null
}

class Bisection {
  readonly #repository: Repository
  readonly #options: ProjectOptions
  readonly #request: BisectRequest
  #last: { readonly value: State; readonly reads: ReadSet; readonly epoch: number } | undefined
  #opened: { readonly file: string | null; readonly directory: Directory } | undefined

  constructor(repository: Repository, options: ProjectOptions, request: BisectRequest) {
    this.#repository = repository
    this.#options = options
    this.#request = request
  }

  search(disk: Directory): Bisected {
    const repository = this.#repository
    const head = repository.commit('HEAD')
    if (head === undefined) throw new GitFault('the repository has no commits yet.')
    const commits = repository.history(head, bisectCommits + 1)
    const tree = treeOf(repository, repository.entries(head, ['.']))
    const ignored = ignoredPaths(repository)
    const now = this.#state(disk)
    let after = this.#stateOf(tree, ignored)
    if (now.value !== after.value) return changed('uncommitted', null, 0, after, now, this.#request)
    if (now.value === null && this.#request.pointer !== undefined)
      throw new ReportedError('usage', `${this.#request.item_id} has no value at ${this.#request.pointer}.`)
    for (let start = 0; start + 1 < commits.length; start += readTogether) {
      const some = commits.slice(start, start + readTogether + 1)
      const undo = this.#undoing(some)
      for (let index = 0; index + 1 < some.length; index++) {
        if (!undo(tree, some[index]!.id)) continue
        const before = this.#stateOf(tree, ignored)
        if (before.value !== after.value)
          return changed('commit', some[index]!, start + index + 1, before, after, this.#request)
        after = before
      }
    }
    const kind = commits.length > bisectCommits ? 'limit' : 'first'
    const commit = commits.at(-1) ?? null
    return { kind, commit, commits: commits.length, before: null, after: after.value, cause: null, at: null }
  }

  /** A function that undoes the changes of a commit in a tree. It returns false if the commit changed no file. */
  #undoing(commits: readonly Commit[]): (tree: MemoryTree, commit: string) => boolean {
    const pairs = commits.slice(0, -1).map(({ id }, index) => ({ id, parent: commits[index + 1]!.id }))
    const changes = this.#repository.changes(pairs)
    const former = [...changes.values()].flat().flatMap((one) => one.former ?? [])
    const isFile = ({ mode }: { readonly mode: string }): boolean => mode !== '160000'
    const blobs = this.#repository.objects([...new Set(former.filter(isFile).map(({ object }) => object))])
    return (tree, commit) => {
      const changed = changes.get(commit) ?? []
      for (const { path } of changed) tree.remove(`/project/${path}`)
      for (const { path, former: entry } of changed) {
        const bytes = entry && blobs.get(entry.object)
        if (!bytes) continue
        if (entry.mode === '120000') tree.link(`/project/${path}`, Buffer.from(bytes).toString('utf8'))
        else tree.write(`/project/${path}`, bytes)
      }
      return changed.length > 0
    }
  }

  /** The state of a commit. The project is opened again only if its project file changed. */
  #stateOf(tree: MemoryTree, ignored: ReadonlySet<string>): State {
    const content = tree.read(`/project/${projectFileName}`)
    const file = content ? Buffer.from(content.bytes).toString('utf8') : null
    if (this.#opened?.file !== file) {
      const files = (below: FileTree): FileTree => new RevisionOver(tree, below, ignored)
      this.#opened = { file, directory: openDirectory({ ...this.#options, files, projectFile: file }) }
    }
    return this.#state(this.#opened.directory)
  }

  /**
   * The state of the current files. Most commits change no file that the analysis depends on (R12.1); then the last
   * state is returned.
   */
  #state(directory: Directory): State {
    const { workspace } = directory
    const last = this.#last
    workspace.refresh()
    if (last?.value.directory === directory && workspace.unchangedSince(last.reads, last.epoch)) return last.value
    const recorded = workspace.recording((): State => {
      const run = resolveRun(workspace, this.#request)
      const analysis = analyze(workspace, this.#request)
      return { directory, run, analysis, value: comparedValue(analysis, this.#request.pointer) }
    })
    this.#last = { ...recorded, epoch: workspace.epoch }
    return recorded.value
  }
}

function changed(
  kind: 'commit' | 'uncommitted',
  commit: Commit | null,
  commits: number,
  before: State,
  after: State,
  { pointer }: BisectRequest,
): Bisected {
  const { workspace } = after.directory
  const { at: _at, ...cause } = firstDifference(before.run, after.run, workspace) ?? { at: null }
  const selected = pointer === undefined ? undefined : select(after.analysis, pointer)
  const at = (selected && after.analysis.provenance[selected.pointer]?.at) ?? null
  const shown = pointer === undefined ? { before: null, after: null } : { before: before.value, after: after.value }
  return { kind, commit, commits, ...shown, cause: 'what' in cause ? cause : null, at }
}
