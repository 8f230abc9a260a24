import { edgeInWords, type WalkTestReport, type WalkTestVerdict } from '#core/expect'
import { failedWalks } from '../../project/check/check.ts'
import { counted, visible } from '#core/text'
import type { Directory } from '../../project/directory.ts'
import type { Paint } from '../paint.ts'

type Walks = Pick<WalkTestReport, 'tests' | 'coverage'>

/** The walks of a project as text: each failed walk with its differences, and the untaken edges. */
export function walkLines(walks: Walks, directory: Directory, paint: Paint): readonly string[] {
  return [...walks.tests.flatMap((test) => testLines(test, directory, paint)), ...walkVerdict(walks, paint)]
}

/** The number of walks, the number of failed walks, and the untaken edges. */
export function walkVerdict({ tests, coverage }: Walks, paint: Paint): readonly string[] {
  if (tests.length === 0) return []
  const failed = failedWalks({ tests })
  const verdict = `${counted(tests.length, 'walk')}, ${failed.length} failed`
  return [
    failed.length === 0 ? paint.good(verdict) : paint.bad(verdict),
    ...coverage.flatMap(({ graph, edges }) => {
      const missed = edges.filter(({ taken }) => taken === 0)
      const title = `  ${visible(graph)}: ${edges.length - missed.length} of ${edges.length} edges taken`
      return [
        missed.length === 0 ? title : `${title}; never ${missed.map((edge) => visible(edgeInWords(edge))).join(', ')}`,
      ]
    }),
  ]
}

function testLines(
  { path, differences, unused }: WalkTestVerdict,
  directory: Directory,
  paint: Paint,
): readonly string[] {
  const name = visible(directory.shown(path))
  return [
    ...differences.map((difference) => `${paint.bad('error')} walk ${name}: ${visible(difference)}`),
    ...unused.map((at) => `${paint.warn('warning')} walk ${name}: no call uses the pin at ${visible(at)}`),
  ]
}
