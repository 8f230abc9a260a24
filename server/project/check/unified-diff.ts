import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch } from 'diff'

/** Maximum number of removed and added lines of a diff. With more, the whole file counts as replaced. */
const mostEdits = 2_000

/** The difference between two versions of a file in unified format; empty if they are equal. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return ''
  const [oldName, newName] = [`a/${name}`, `b/${name}`]
  const options = { context: 3, maxEditLength: mostEdits, headerOptions: FILE_HEADERS_ONLY }
  return (
    createTwoFilesPatch(oldName, newName, before, after, undefined, undefined, options) ??
    replaced(oldName, newName, before, after)
  )
}

/** A diff that removes all old lines and adds all new ones. */
function replaced(oldName: string, newName: string, before: string, after: string): string {
  const [old, added] = [linesOf(before), linesOf(after)]
  const hunk = {
    ...{ oldStart: 1, oldLines: old.length, newStart: 1, newLines: added.length },
    lines: [...marked('-', old), ...marked('+', added)],
  }
  const headers = { oldHeader: undefined, newHeader: undefined }
  return formatPatch({ oldFileName: oldName, newFileName: newName, ...headers, hunks: [hunk] }, FILE_HEADERS_ONLY)
}

/** The lines of a file with their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function marked(mark: '-' | '+', lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n') ? [`${mark}${line.slice(0, -1)}`] : [`${mark}${line}`, '\\ No newline at end of file'],
  )
}
