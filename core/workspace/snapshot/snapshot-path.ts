import { utf8Length } from '../../text/utf8-length.ts'
import { snapshotLimits, type PathProblem } from './snapshot-problem.ts'

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const loneSurrogate = /\p{Surrogate}/u

/**
 * The reason why a string is not a valid file path in a draft; undefined for a valid path. A valid path is safe to
 * write in a root. `systems` are the bundle IDs of the draft.
 */
export function pathProblem(path: string, systems: readonly string[] = []): PathProblem | undefined {
  if (path.length > snapshotLimits.pathLength) return 'too-long'
  if (control.test(path)) return 'control-character'
  if (direction.test(path)) return 'hidden-direction'
  if (loneSurrogate.test(path)) return 'not-unicode'
  if (path.includes('\\')) return 'backslash'
  const [empty, root, ...segments] = path.split('/')
  const isSystem = root === 'system' && segments.length > 1 && systems.includes(segments[0] ?? '')
  if (empty !== '' || (root !== 'project' && root !== 'user' && !isSystem) || segments.length === 0) return 'outside'
  for (const segment of segments) {
    if (segment === '') return 'empty-segment'
    if (segment === '.' || segment === '..') return 'dot-segment'
    if (utf8Length(segment) > snapshotLimits.segmentBytes) return 'segment-too-long'
  }
  return undefined
}

/**
 * The problem of the paths of a draft together: too many files and folders, or a path that is both a file and a folder.
 * Undefined if there is none.
 */
export function pathConflict(
  paths: readonly string[],
): { readonly code: 'too-many-names' } | { readonly code: 'file-and-folder'; readonly path: string } | undefined {
  const files = new Set(paths)
  const folders = new Set<string>()
  for (const path of paths) {
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut)
      if (folders.has(folder)) break
      if (files.has(folder)) return { code: 'file-and-folder', path: folder }
      folders.add(folder)
      if (folders.size + files.size > snapshotLimits.names) return { code: 'too-many-names' }
    }
  }
  return undefined
}
