import type { SnapshotFile } from '../sandbox/materialize.ts'
import type { AnalysisAnswer } from './host.ts'

/**
 * Memory in bytes of an answer that waits for confirmation: the analysis and the draft's own files. Bundle files are
 * excluded, because all runs share them.
 */
export function keptBytes(
  call: AnalysisAnswer['call'],
  files: readonly SnapshotFile[],
  graph: AnalysisAnswer['graph'],
): number {
  const own = files.filter(({ product }) => !product)
  const said = JSON.stringify(call).length + JSON.stringify(graph).length
  return own.reduce((sum, { bytes }) => sum + bytes.length, said)
}
