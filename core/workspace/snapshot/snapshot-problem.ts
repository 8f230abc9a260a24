/** All limits of a snapshot, by name. A problem's message contains the name (`describeSnapshotProblem`). */
export const snapshotLimits = {
  /** Files in one draft: 10,000 tools and their other files. */
  files: 12_000,
  /** Bytes of one file, in UTF-8. */
  fileBytes: 5_000_000,
  /** Bytes of all files together. */
  totalBytes: 64_000_000,
  /** Bytes of one name in a path: the maximum of common file systems. */
  segmentBytes: 255,
  /** UTF-16 units of a whole path. */
  pathLength: 2_000,
  /** Different files and folders, including every folder of a deep path. */
  names: 40_000,
  /** System bundles of one draft. */
  systems: 16,
  /** UTF-16 units of the draft's name, an ID, or an entry of the world. */
  shortText: 1_000,
  /** UTF-16 units of the parameters, or of a program's output. */
  longText: 1_000_000,
  /** Entries of a list, such as variables of the world or elements of the expected chain. */
  entries: 1_000,
} as const

export type PathProblem =
  | 'outside'
  | 'empty-segment'
  | 'dot-segment'
  | 'control-character'
  | 'hidden-direction'
  | 'backslash'
  | 'not-unicode'
  | 'segment-too-long'
  | 'too-long'
  | 'file-and-folder'

/** The reason why a document is not a snapshot: a code and its facts, for `describeSnapshotProblem`. */
export type SnapshotProblem =
  | { readonly code: 'not-a-snapshot' }
  | { readonly code: 'future-version'; readonly found: number }
  | { readonly code: 'too-many-files'; readonly found: number; readonly most: number }
  | { readonly code: 'too-many-names'; readonly most: number }
  | { readonly code: 'file-too-large'; readonly path: string; readonly bytes: number; readonly most: number }
  | { readonly code: 'too-large'; readonly bytes: number; readonly most: number }
  | { readonly code: 'bad-path'; readonly path: string; readonly because: PathProblem }
  | { readonly code: 'bad-field'; readonly pointer: string; readonly wanted: string }

const pathProse: Readonly<Record<PathProblem, string>> = {
  outside: 'it is not in /project, /user or a system bundle of the draft',
  'empty-segment': 'it contains an empty name',
  'dot-segment': 'it contains the name "." or ".."',
  'control-character': 'it contains a control character',
  'hidden-direction': 'it contains a character that changes the text direction',
  backslash: 'it contains a backslash',
  'not-unicode': 'it contains a lone surrogate',
  'segment-too-long': `it contains a name of more than ${snapshotLimits.segmentBytes} bytes`,
  'too-long': `it has more than ${snapshotLimits.pathLength} characters`,
  'file-and-folder': 'it is the path of both a file and a folder',
}

/** The problem with a snapshot and, unless only a field is wrong, the next action, in one or two sentences. */
export function describeSnapshotProblem(problem: SnapshotProblem): string {
  switch (problem.code) {
    case 'not-a-snapshot':
      return 'This file is not a draft of the playground. Choose a file that the playground exported.'
    case 'future-version':
      return `This draft has format ${shown(String(problem.found))}, which is newer than this playground. Open it with a newer playground.`
    case 'too-many-files':
      return `The draft has ${problem.found} files; the limit is ${problem.most}. Remove files that the chain does not use.`
    case 'too-many-names':
      return `The draft has more than ${problem.most} files and folders. Remove files that the chain does not use.`
    case 'file-too-large':
      return `The file ${shown(problem.path)} has ${problem.bytes} bytes; the limit is ${problem.most}. Make it smaller or remove it.`
    case 'too-large':
      return `All files together have ${problem.bytes} bytes; the limit is ${problem.most}. Remove the largest files.`
    case 'bad-path':
      return `The path ${shown(problem.path)} cannot be used: ${pathProse[problem.because]}. Rename the file.`
    case 'bad-field':
      return `The field ${shown(problem.pointer)} of the draft is not ${problem.wanted}.`
  }
}

/** External text for a message: shortened, with invisible characters escaped. */
function shown(text: string): string {
  const visible = text.replace(/[^\x20-\x7e\u00a1-\u1fff\u2030-\u205e\u2070-\ud7ff\uf900-\ufffc]/g, '\ufffd')
  return visible.length > 120 ? `${visible.slice(0, 117)}...` : visible
}
