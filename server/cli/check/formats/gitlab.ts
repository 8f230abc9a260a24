import type { ProjectReport } from '#core/expect'
import { fingerprintOf } from '../../../project/check/fingerprint.ts'
import { printJson } from '../../io.ts'
import { isListed, wholeMessage, type Printing } from './format.ts'
import { repositoryPaths } from './repository.ts'

const severities = { error: 'major', warning: 'minor', hint: 'info' } as const

/** Writes a GitLab Code Quality report, whose paths are relative to the repository. */
export function gitlab({ problems }: ProjectReport, printing: Printing): void {
  const placed = repositoryPaths(printing.directory)
  const used = new Map<string, number>()
  const rows = problems
    .filter(({ entry }) => isListed(entry.severity, printing))
    .map(({ entry }) => {
      const { code, severity, at } = entry
      const print = fingerprintOf(entry)
      const times = used.get(print) ?? 0
      used.set(print, times + 1)
      return {
        description: wholeMessage(entry),
        check_name: code,
        // GitLab merges findings with the same fingerprint, so repeated findings get a number.
        fingerprint: times === 0 ? print : `${print}-${times}`,
        severity: severities[severity],
        location: { path: placed(at?.path ?? '/project/.ai'), lines: { begin: at?.from.line ?? 1 } },
      }
    })
  printJson(printing.io, rows)
}
