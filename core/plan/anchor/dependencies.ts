import type { Diagnostic } from '../../diagnostics/facts.ts'
import { extensionOf, joinPath, parentOf } from '../../text/path.ts'
import { limits } from '../../limits.ts'
import { pyStr } from '../../read/value/text.ts'
import { isList, isTruthy, PyTuple, type Dict } from '../../read/value/value.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** The files to verify before a run (R7.4), or the reason why the list is empty. */
export interface Dependencies {
  /** Sorted paths without duplicates. */
  readonly paths: readonly string[]
  readonly problem: Diagnostic | null
  /** Whether the number of files exceeds `dependencyFiles`. */
  readonly limited: boolean
}

/** The scope of a dependency search, and its filters. Equal searches of one workspace have equal results. */
export interface DependencySearch {
  readonly base: string
  readonly runtimeLib: string
  readonly extensions: readonly string[]
  readonly excluded: readonly string[]
  readonly recursive: boolean
}

const defaultExcluded = ['__pycache__', '.venv', 'node_modules', '.git']

/** R7.4: the search that `verify_deps` requests; undefined without files to verify. */
export function dependencySearch(
  config: Dict,
  toolPath: string,
  anchorPath: string,
  runtimeLib: string,
): DependencySearch | undefined {
  if (!isTruthy(config.get('enabled'))) return undefined
  const scope = config.has('scope') ? config.get('scope') : 'anchor'
  if (scope === 'tool_file') return undefined
  return {
    base: scope === 'tool_siblings' || scope === 'tool_dir' ? parentOf(toolPath) : anchorPath,
    runtimeLib,
    extensions: texts(config, 'extensions') ?? [],
    excluded: texts(config, 'exclude_dirs') ?? defaultExcluded,
    recursive: scope !== 'tool_siblings' && (config.has('recursive') ? isTruthy(config.get('recursive')) : true),
  }
}

/**
 * R7.4: every file with one of the extensions in the base and, if outside the base, in `runtime_lib` (A1). Linked
 * directories are skipped. A linked file must resolve to a path inside its base (A3).
 */
export function findDependencies(workspace: Workspace, search: DependencySearch): Dependencies {
  const { base, runtimeLib, extensions, excluded, recursive } = search
  const walk: Walk = {
    workspace,
    extensions: new Set(extensions),
    excluded: new Set(excluded),
    recursive,
    found: new Set(),
  }
  const bases = [base]
  if (runtimeLib !== '' && workspace.listing(runtimeLib) && !isInside(workspace, runtimeLib, base))
    bases.push(runtimeLib)
  for (const one of bases) {
    const root = workspace.files.real(one) ?? one
    const problem = visit(walk, root, root, 0)
    if (problem) return { paths: [], problem: problem === 'limited' ? null : problem, limited: problem === 'limited' }
  }
  return { paths: [...walk.found].sort(), problem: null, limited: false }
}

interface Walk {
  readonly workspace: Workspace
  readonly extensions: ReadonlySet<string>
  readonly excluded: ReadonlySet<string>
  readonly recursive: boolean
  readonly found: Set<string>
}

function visit(walk: Walk, base: string, directory: string, depth: number): Diagnostic | 'limited' | null {
  const { workspace } = walk
  for (const name of workspace.listing(directory)?.keys() ?? []) {
    const path = joinPath(directory, name)
    if (workspace.listing(path)) {
      const linked = workspace.files.real(path) !== path
      if (linked || walk.excluded.has(name) || !walk.recursive || depth > limits.valueDepth) continue
      const problem = visit(walk, base, path, depth + 1)
      if (problem) return problem
    } else if (walk.extensions.has(extensionOf(name))) {
      const real = workspace.files.real(path)
      // The target of a dangling link is unknown, so the link counts as leading outside the base.
      if (real === undefined || !contains(base, real)) {
        return { code: 'dependency-symlink-escape', path, target: real ?? '', base, at: { path, start: 0, end: 0 } }
      }
      walk.found.add(path)
      if (walk.found.size > limits.dependencyFiles) return 'limited'
    }
  }
  return null
}

function isInside(workspace: Workspace, path: string, base: string): boolean {
  return contains(workspace.files.real(base) ?? base, workspace.files.real(path) ?? path)
}

/** Whether a directory contains a path, compared by segments and not by text prefix (A3). */
export function contains(base: string, path: string): boolean {
  return path === base || path.startsWith(base === '/' ? '/' : `${base}/`)
}

function texts(config: Dict, field: string): readonly string[] | undefined {
  const value = config.get(field)
  if (value === undefined || value === null) return undefined
  const items = isList(value) ? value : value instanceof PyTuple ? value.items : []
  return items.map((item) => pyStr(item))
}
