import type { Diagnostic } from '../diagnostics/facts.ts'
import { importedPackages } from '../read/javascript/imported-packages.ts'
import { extensionOf, joinPath, nameOf } from '../text/path.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { isRequest } from '../rules/primitives.ts'
import { fieldRange, type ChainElement } from '../resolve/chain.ts'
import { isRuntime } from './relation.ts'
import type { PlanParts } from './plan.ts'
import type { ProcessParts } from './process.ts'

const node = ['.js', '.mjs', '.cjs', '.ts']
const shells = ['sh', 'bash', 'dash', 'zsh', 'ksh']

/** The extensions of tools that a program can run, by program name without the version. */
const runs: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['python', ['.py']],
  ['pypy', ['.py']],
  ['node', node],
  ['nodejs', node],
  ['deno', node],
  ['bun', node],
  ...shells.map((name) => [name, ['.sh']] as [string, string[]]),
])

/** Whether a command is a shell, which replaces `${...}` in its own script. */
export function runsShell(command: string): boolean {
  return shells.includes(nameOf(command))
}

/** The names of the Node program. */
const nodeNames: ReadonlySet<string> = new Set(['node', 'nodejs'])

/**
 * R9.9: the findings about a program that gets the tool's file as its script: it cannot run that kind of file, Node
 * would not find an imported package, or an old Node would not strip types. Programs that run other files, such as a
 * loader with the tool as an argument, are not reported.
 */
export function scriptFindings(
  workspace: Workspace,
  elements: readonly ChainElement[],
  parts: PlanParts,
): readonly Diagnostic[] {
  const [tool] = elements
  if (!tool || tool.path === null || isRequest(parts) || isRuntime(tool)) return []
  const program = nameOf(parts.command.text).replace(/\.exe$/, '')
  const known = runs.get(program.replace(/[\d.]+$/, ''))
  if (!known) return []
  const { path } = tool
  const extension = extensionOf(path)
  const args = parts.args.map(({ text }) => text)
  const script = args.find((argument) => !argument.startsWith('-'))
  const at = fieldRange(tool, 'executor_id') ?? { path, start: 0, end: 0 }
  if (script === path && !known.includes(extension))
    return [{ code: 'program-cannot-run', path, program: parts.command.text, runs: known, at }]
  const missing = nodeNames.has(program) && script === path ? missingPackages(workspace, path, parts) : []
  const findings: Diagnostic[] =
    missing.length > 0 ? [{ code: 'package-missing', path, names: missing, at: { path, start: 0, end: 0 } }] : []
  // Node strips types since 22.18. Older versions, such as 20.19, which this product supports, cannot run the file.
  // An argument before the file can be a loader for TypeScript.
  if (extension === '.ts' && nodeNames.has(program) && args[0] === path)
    findings.push({ code: 'typescript-on-node', path, program: parts.command.text, at })
  return findings
}

/** The packages that a file imports and Node would not find in the workspace. */
function missingPackages(workspace: Workspace, path: string, parts: ProcessParts): readonly string[] {
  const names = importedPackages(workspace.file(path)?.text ?? '')
  if (names.length === 0) return []
  const nodePath = parts.env.get('NODE_PATH')?.text ?? ''
  const folders = [...foldersAbove(path), ...nodePath.split(workspace.settings.world.path_separator)]
  return names.filter((name) => !folders.some((folder) => workspace.exists(joinPath(folder, name))))
}

/** The `node_modules` folders next to a file and in every folder above it. */
function foldersAbove(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1)
  return segments.map((_, index) => [...segments.slice(0, segments.length - index), 'node_modules'].join('/'))
}
