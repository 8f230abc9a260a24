import { WorkspaceChecker } from '#core/answer'
import { YoungSpace } from '../project/check/young-space.ts'
import { timed } from './figures.ts'
import { openSynthetic } from './on-disk.ts'

/**
 * `bench-fresh FOLDER`, started like the command line: prints the time of a process's first check, in microseconds per
 * tool.
 */
export function run([folder = '']: readonly string[]): number {
  let tools = 0
  const young = new YoungSpace()
  const looked = (): void => young.look()
  const passed = timed(
    () => (tools = new WorkspaceChecker(openSynthetic(folder), {}, { digests: false, looked }).checkAll().length),
  )
  young.release()
  console.log((passed / tools) * 1000)
  return 0
}
