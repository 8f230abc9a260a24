import type { DiagnosticEntry } from '#core/answer'
import { counted, visible } from '#core/text'
import { paintFor, type Paint } from '../../paint.ts'
import { problemLines } from '../../report.ts'
import { failedOf, type ProjectReport, type Problem } from '#core/expect'
import { isListed, type Printing } from './format.ts'

/**
 * Writes text for users: findings with their locations, most severe first; signature findings on one line per key; and
 * the counts. `--hints` adds hints, and `--quiet` omits warnings and hints.
 */
export function text(report: ProjectReport, printing: Printing): void {
  const { directory, io, quiet } = printing
  const paint = paintFor(io)
  const asked = report.problems.filter(({ entry }) => isListed(entry.severity, printing))
  const { single, shared } = byKey(asked)
  const itemsOf = new Map(asked.map(({ entry, items }) => [entry, items]))
  const concerns = (entry: DiagnosticEntry): string => concernsLine(itemsOf.get(entry) ?? [])
  for (const line of problemLines(single, directory, paint, concerns)) io.out(`${line}\n`)
  for (const [sentence, entries] of shared) io.out(`${sharedLine(sentence, entries, directory.shown, paint)}\n`)
  const failed = failedOf(report)
  const { items, libraries, data, errors, warnings, suppressed, leftOut } = report
  const hidden = quiet && warnings > 0 ? ' not shown' : ''
  const failing = `${failed.length} with errors${elsewhere(report)}`
  const verdict = `${counted(items.length, 'item')}, ${failing}, ${counted(warnings, 'warning')}${hidden}`
  const meant = suppressed === 0 ? '' : paint.faint(`, ${suppressed} suppressed`)
  const apart = [
    meant,
    libraries.length === 0 ? '' : paint.faint(`; ${counted(libraries.length, 'library file')} not checked`),
    data.length === 0 ? '' : paint.faint(`; ${counted(data.length, 'data file')} not checked`),
    leftOut === 0 ? '' : paint.faint(`; ${counted(leftOut, 'other item')} not checked`),
  ].join('')
  io.out(`${errors === 0 ? paint.good(verdict) : paint.bad(verdict)}${apart}\n`)
  // Two spaces can contain an item with the same ID.
  for (const id of new Set(failed.map(({ item }) => item.item_id))) io.out(`  ${visible(id)}\n`)
}

/** Errors without an item: a folder that cannot be listed, or a walk without a graph. */
function elsewhere({ problems }: ProjectReport): string {
  const errors = problems.filter(({ entry, items }) => entry.severity === 'error' && items.length === 0).length
  return errors === 0 ? '' : ` and ${counted(errors, 'error')} without an item`
}

/**
 * Groups of findings for one line each: findings about one key, and missing signatures in many files. All other
 * findings have separate lines.
 */
function byKey(problems: readonly Problem[]) {
  const shared = new Map<string, DiagnosticEntry[]>()
  const single: DiagnosticEntry[] = []
  for (const { entry } of problems) {
    const about = signatureSentence(entry)
    if (about === undefined) single.push(entry)
    else shared.set(about, [...(shared.get(about) ?? []), entry])
  }
  for (const [about, entries] of shared) {
    if (entries.length > 1) continue
    single.push(...entries)
    shared.delete(about)
  }
  return { single, shared }
}

/** The group of a finding about signatures, which can concern many files; undefined for any other finding. */
function signatureSentence({ code, facts }: DiagnosticEntry): string | undefined {
  if (code === 'signature-missing') return 'no signature'
  return code === 'signature-untrusted'
    ? `signed with the key ${String(facts['fingerprint'])}, which is not trusted`
    : undefined
}

/** Maximum number of files or items named on one line; the line shows the number of others. */
const mostNamed = 5

/**
 * A line with the items that a finding concerns, so the finding is not repeated for each of them; empty for fewer than
 * two items.
 */
function concernsLine(items: readonly string[]): string {
  return items.length < 2 ? '' : `Concerns ${items.length} items: ${named(items)}`
}

function named(words: readonly string[]): string {
  const rest = words.length > mostNamed ? ` and ${words.length - mostNamed} more` : ''
  return words.slice(0, mostNamed).join(', ') + rest
}

function sharedLine(
  about: string,
  entries: readonly DiagnosticEntry[],
  shown: (path: string) => string,
  paint: Paint,
): string {
  const [first] = entries
  const color = first?.severity === 'error' ? paint.bad : paint.warn
  // A file can be an element of one chain and a dependency of another.
  const paths = [...new Set(entries.map(({ facts }) => visible(shown(String(facts['path'])))))]
  return `${color(first?.severity ?? '')} ${first?.code}: ${counted(paths.length, 'file')}: ${visible(about)}: ${named(paths)}\n    ${paint.faint(visible(first?.hint ?? ''))}`
}
