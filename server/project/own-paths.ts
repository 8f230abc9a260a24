import type { DiagnosticEntry } from '#core/answer'
import type { ProjectReport } from '#core/expect'
import type { Directory } from './directory.ts'

/**
 * The start of the path of a tool, config, environment, package or `.env` in the workspace, such as `/project/`. Other
 * paths can be values that a run gets.
 */
const start = /(?<![\w.~/-])\/(?:project|user|system\/[\w.@-]+)\/(?=(?:\.(?:ai|env|venv)|node_modules)\b)/g

/** A message with paths relative to the current folder, as in the locations that commands print. */
export function withShownPaths(text: string, { shown }: Pick<Directory, 'shown'>): string {
  return withRoots(text, (root) => (shown(root) === '.' ? '' : `${shown(root)}/`))
}

/** A report whose messages have paths relative to the current folder. */
export function reportWithShownPaths(report: ProjectReport, directory: Directory): ProjectReport {
  const worded = (entry: DiagnosticEntry): DiagnosticEntry => {
    const [message, hint] = [withShownPaths(entry.message, directory), withShownPaths(entry.hint, directory)]
    return message === entry.message && hint === entry.hint ? entry : { ...entry, message, hint }
  }
  const { items, problems, walks, expectations } = report
  return {
    ...report,
    items: items.map((item) => ({ ...item, problems: item.problems.map(worded) })),
    problems: problems.map((problem) => ({ ...problem, entry: worded(problem.entry) })),
    walks: { ...walks, findings: walks.findings.map(worded) },
    expectations: { ...expectations, findings: expectations.findings.map(worded) },
  }
}

/** A message for an editor: paths of the project are relative to its folder, and other paths on disk are absolute. */
export function withEditorPaths(text: string, { shown, onDisk }: Pick<Directory, 'shown' | 'onDisk'>): string {
  // A file of the product has the same path on every machine.
  return withRoots(withProjectPaths(text), (root) => `${shown(root) === root ? root : (onDisk(root) ?? root)}/`)
}

/** A message for an agent: paths of the project are relative to its folder. */
export function withProjectPaths(text: string): string {
  return withRoots(text, (root) => (root === '/project' ? '' : `${root}/`))
}

function withRoots(text: string, ownOf: (root: string) => string): string {
  return text.replace(start, (found) => ownOf(found.slice(0, -1)))
}
