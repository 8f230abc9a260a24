import type { SnapshotFile } from '../sandbox/materialize.ts'
import type { AnalysisAnswer } from './host.ts'

/**
 * What an answer takes in memory while it waits for its confirmation, in bytes. The files of bundles are shared by all runs, so only those
 * of the draft count, and what the analysis says.
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
