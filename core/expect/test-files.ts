import { limits } from '../limits.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Maximum number of nested folders. */
const mostDepth = 8

/** The YAML files in a folder of tests, sorted by path, at most `limits.testFiles`. */
export function testFiles(workspace: Workspace, folder: string): readonly string[] {
  return filesIn(workspace, folder, 0).slice(0, limits.testFiles)
}

function filesIn(workspace: Workspace, folder: string, depth: number): readonly string[] {
  if (depth > mostDepth) return []
  return [...(workspace.listing(folder) ?? [])].flatMap(([name, kind]) => {
    const path = `${folder}/${name}`
    if (kind === 'directory') return filesIn(workspace, path, depth + 1)
    return /\.ya?ml$/.test(name) && workspace.isFile(path) ? [path] : []
  })
}
