import type { Analysis } from '../answer/analysis.ts'
import { contributorText, nameOfPointer, valueText } from '../answer/words.ts'
import { contextNames } from '../plan/anchor/context.ts'
import { jsonParts } from '../read/value/entries.ts'
import { nameOf } from '../text/path.ts'
import type { SourceRange } from '../text/source.ts'
import { spaceName, spaceOfPath, type SpaceName } from '../workspace/space-paths.ts'
import type { HoverText, LensText, Suggestion } from './answers.ts'
import { executorLines, itemAt, leadsTo, wordAt, type Known } from './ids.ts'
import { metadataHover, metadataOffers } from './metadata.ts'

/**
 * One lens per executor line: the file that the ID resolves to. It shows only the file name, because editors cut long
 * lines.
 */
export function lensesFor(known: Known, text: string): readonly LensText[] {
  return executorLines(text).map(({ lineStart, id }) => {
    const winner = leadsTo(known, id)
    if (winner)
      return {
        at: lineStart,
        title: `→ ${nameOf(winner.path)} (${spaceName(winner.space)})`,
        target: { path: winner.path, start: 0, end: 0 },
      }
    const builtIn = known.analysis?.chain.some((entry) => entry.item_id === id && entry.path === null) === true
    return { at: lineStart, title: builtIn ? '→ built into the engine' : '→ not found', target: undefined }
  })
}

/**
 * A lens above the executor line of a file's own item: the whole chain; undefined if the chain has no second element.
 */
export function chainLens({ analysis }: Known, path: string, text: string): LensText | undefined {
  const [tool, next] = analysis?.chain ?? []
  if (!analysis || tool?.path !== path || next === undefined) return undefined
  const [line] = executorLines(text)
  return {
    at: line?.lineStart ?? 0,
    title: `chain: ${analysis.chain.map(({ item_id }) => item_id).join(' > ')}`,
    target: next.path === null ? undefined : { path: next.path, start: 0, end: 0 },
  }
}

/** The file that the ID at an offset names; undefined without a known ID. */
export function definitionAt(known: Known, text: string, offset: number): SourceRange | undefined {
  const named = itemAt(known, text, offset)
  return named && { path: named.item.path, start: 0, end: 0 }
}

/**
 * The hover text for the word at an offset: the file that an ID resolves to, the meaning of a metadata key, or the
 * source of a variable or plan value. Undefined for all other words.
 */
export function hoverFor(known: Known, path: string, text: string, offset: number): HoverText | undefined {
  const named = itemAt(known, text, offset)
  const { word, start, end } = named ?? wordAt(text, offset)
  const winner = named?.item
  if (winner) {
    const losers = winner.shadowed.map((found) => `- ~~${found.path ?? 'built in'}~~ (${found.space})`)
    return {
      start,
      end,
      markdown: [
        `**${word}** resolves to \`${winner.path}\` (${winner.space})`,
        ...(losers.length > 0 ? ['shadowing', ...losers] : []),
      ].join('\n\n'),
    }
  }
  const meaning = metadataHover(known.dialect, path, text, { word, start, end })
  if (meaning) return meaning
  const analysis = known.analysis
  if (!analysis) return undefined
  const variable = /^\$?([A-Z_][A-Z0-9_]*)$/.exec(word)?.[1]
  if (variable !== undefined && analysis.provenance[`/env/${variable}`]) {
    return { start, end, markdown: provenanceText(analysis, `/env/${variable}`) }
  }
  const used = pointersAt(analysis, path, offset)
  if (used.length === 0) return undefined
  return {
    start,
    end,
    markdown: used
      .slice(0, 4)
      .map((pointer) => provenanceText(analysis, pointer))
      .join('\n\n---\n\n'),
  }
}

/** Pointers to the values of the analysis that a file sets at an offset, directly or through a template. */
function pointersAt(analysis: Analysis, path: string, offset: number): readonly string[] {
  const covers = (at: SourceRange | null | undefined): boolean =>
    at?.path === path && at.start <= offset && offset <= at.end
  return Object.entries(analysis.provenance).flatMap(([pointer, { at, steps = [] }]) =>
    covers(at) || steps.some((step) => covers(step.at)) ? [pointer] : [],
  )
}

function provenanceText(analysis: Analysis, pointer: string): string {
  const entry = analysis.provenance[pointer]
  if (!entry) return ''
  const beaten = entry.beat.map((lost) => `- ~~${valueText(lost.value)}~~ by ${contributorText(lost.by)}`)
  return [
    `**${nameOfPointer(pointer)}** = \`${valueText(entry.value)}\``,
    `set by ${contributorText(entry.by)}`,
    ...(entry.steps ?? []).map(
      ({ placeholder, replacement }) => `\`${placeholder}\` was replaced by \`${replacement}\``,
    ),
    ...beaten,
  ].join('\n\n')
}

const order: Readonly<Record<SpaceName, number>> = { project: 0, user: 1, system: 2 }
const templateNames: readonly string[] = ['params_json', ...contextNames]

/**
 * Suggestions at an offset: IDs after an executor, variables in `${`, names in `{`, otherwise metadata names, keys and
 * values.
 */
export function suggestionsFor(known: Known, path: string, text: string, offset: number): readonly Suggestion[] {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const variable = /\$\{([A-Z0-9_]*)$/.exec(line)
  if (variable) return variables(known, offset - (variable[1]?.length ?? 0), offset)
  const placeholder = /(?:^|[^$])\{([a-z0-9_]*)$/i.exec(line)
  if (placeholder) return placeholders(known, offset - (placeholder[1]?.length ?? 0), offset)
  if (/(?:__executor_id__|executor_id)["']?\s*[:=]\s*["']?[\p{L}\p{M}\p{N}_/.-]*$/u.test(line))
    return ids(known, path, text, offset)
  return metadataOffers(known.dialect, path, text, offset)
}

function ids(known: Known, path: string, text: string, offset: number): readonly Suggestion[] {
  const { start, end } = wordAt(text, offset)
  const from = order[spaceOfPath(path)]
  const winners = known.items.filter((item) => item.path !== path)
  return winners.map((item) => {
    const allowed = order[spaceName(item.space)] >= from
    const likely = /runtime|primitive/.test(item.item_id) ? 0 : 10
    return {
      label: item.item_id,
      insert: item.item_id,
      detail: allowed ? item.space : `${item.space}: not allowed as an executor in this space`,
      kind: 'id',
      rank: (allowed ? 0 : 100) + likely + order[spaceName(item.space)],
      start,
      end,
    } as const
  })
}

function variables(known: Known, start: number, end: number): readonly Suggestion[] {
  return Object.entries(known.env).map(
    ([name, value]) =>
      ({ label: name, insert: name, detail: value.slice(0, 60), kind: 'variable', rank: 0, start, end }) as const,
  )
}

function placeholders(known: Known, start: number, end: number): readonly Suggestion[] {
  const given = known.analysis?.parameters.effective
  const parts = jsonParts(given ?? null)
  const own = parts.kind === 'mapping' ? parts.entries.map(([name]) => name) : []
  return [...own, ...templateNames].map(
    (name, rank) =>
      ({
        label: name,
        insert: name,
        detail: rank < own.length ? 'parameter' : 'context',
        kind: 'key',
        rank,
        start,
        end,
      }) as const,
  )
}
