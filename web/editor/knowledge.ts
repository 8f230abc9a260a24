import type { Analysis, ListedItem } from '#core'
import { contributorText } from '../panels/contributor.ts'
import { nameOfPointer, textOf as valueText } from '../panels/pointers.ts'
import { spaceName, spaceOfPath, type SpaceName } from '../files/places.ts'
import { keysAt, valuesFor } from './keys.ts'
import type { HoverText, LensText, Stretch, Suggestion } from './providers.ts'

/** What the pure parts of the editor's knowledge rest on. */
export interface Known {
  readonly analysis: Analysis | undefined
  readonly items: readonly ListedItem[]
}

/** An executor line: the field's name and the id it holds, with the id's place. */
export interface ExecutorLine {
  readonly lineStart: number
  readonly start: number
  readonly end: number
  readonly id: string
}

const executorLine =
  /^(?<indent>[ \t]*(?:export\s+)?(?:(?:const|let|var)\s+)?["']?(?:__executor_id__|executor_id)["']?\s*[:=]\s*)(?<quote>["']?)(?<id>[^"'\s#;,]+)\k<quote>/gm

/** Every line that names an executor, in Python, YAML or JavaScript. */
export function executorLines(text: string): readonly ExecutorLine[] {
  return [...text.matchAll(executorLine)].flatMap((match) => {
    const { indent = '', quote = '', id = '' } = match.groups ?? {}
    if (id === 'None' || id === 'null' || id === '~') return []
    const start = match.index + indent.length + quote.length
    return [{ lineStart: match.index, start, end: start + id.length, id }]
  })
}

/** The text of a quoted string around an offset, or of a bare word of id characters. */
export function wordAt(
  text: string,
  offset: number,
): { readonly word: string; readonly start: number; readonly end: number } {
  let start = offset
  let end = offset
  while (start > 0 && /[\w/.$-]/.test(text[start - 1] ?? '')) start--
  while (end < text.length && /[\w/.$-]/.test(text[end] ?? '')) end++
  return { word: text.slice(start, end), start, end }
}

/** The winner of an id among what is there (R1.1). */
export function winnerOf(known: Known, id: string): ListedItem | undefined {
  return known.items.find((item) => item.item_id === id)
}

/** Where an id leads, seen above the line that names it. */
export function lensesFor(known: Known, text: string): readonly LensText[] {
  return executorLines(text).map(({ lineStart, id }) => {
    const winner = winnerOf(known, id)
    if (winner)
      return {
        at: lineStart,
        title: `→ ${winner.path} (${spaceName(winner.space)})`,
        target: { path: winner.path, start: 0, end: 0 },
      }
    const builtIn = known.analysis?.chain.some((entry) => entry.item_id === id && entry.path === null) === true
    return { at: lineStart, title: builtIn ? '→ built into the engine' : '→ not found', target: undefined }
  })
}

/** The file that an id under the cursor names. */
export function definitionAt(known: Known, text: string, offset: number): Stretch | undefined {
  const winner = winnerOf(known, wordAt(text, offset).word)
  return winner && { path: winner.path, start: 0, end: 0 }
}

/** Every place in the given files where an id stands as a whole word. */
export function referencesOf(id: string, files: Iterable<readonly [path: string, text: string]>): readonly Stretch[] {
  const found: Stretch[] = []
  if (id === '') return found
  for (const [path, text] of files) {
    for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
      const { word, start, end } = wordAt(text, at)
      if (word === id) found.push({ path, start, end })
    }
  }
  return found
}

/** What is to be said of the text under the pointer: an id's resolution, or where a value of the plan came from. */
export function hoverFor(known: Known, path: string, text: string, offset: number): HoverText | undefined {
  const { word, start, end } = wordAt(text, offset)
  const winner = winnerOf(known, word)
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

/** Values of the plan that were written at a place. */
function pointersAt(analysis: Analysis, path: string, offset: number): readonly string[] {
  return Object.entries(analysis.provenance).flatMap(([pointer, { at }]) =>
    at && at.path === path && at.start <= offset && offset <= at.end ? [pointer] : [],
  )
}

function provenanceText(analysis: Analysis, pointer: string): string {
  const entry = analysis.provenance[pointer]
  if (!entry) return ''
  const beaten = entry.beat.map((lost) => `- ~~${valueText(lost.value)}~~ by ${contributorText(lost.by)}`)
  return [
    `**${nameOfPointer(pointer)}** = \`${valueText(entry.value)}\``,
    `set by ${contributorText(entry.by)}`,
    ...beaten,
  ].join('\n\n')
}

const order: Readonly<Record<SpaceName, number>> = { project: 0, user: 1, system: 2 }
const metadataNames: Readonly<Record<string, string>> = {
  version: 'Semantic version of this file',
  tool_type: 'python, runtime, primitive, ...',
  executor_id: 'Who runs this: the next element of the chain',
  category: 'The folder the file lies in',
  tool_description: 'One sentence for people',
}
const sections: readonly string[] = [
  'CONFIG_SCHEMA',
  'ENV_CONFIG',
  'CONFIG',
  'CONFIG_RESOLVE',
  'anchor',
  'verify_deps',
  'execution_params',
  'inputs',
  'outputs',
  'child_constraints',
]
const contextNames = [
  'params_json',
  'project_path',
  'user_space',
  'system_space',
  'tool_path',
  'anchor_path',
  'runtime_lib',
]

/** Offers for what is being typed: ids after an executor, variables in `${`, names in `{`, metadata names at a line's start. */
export function suggestionsFor(known: Known, path: string, text: string, offset: number): readonly Suggestion[] {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const variable = /\$\{([A-Z0-9_]*)$/.exec(line)
  if (variable) return variables(known, offset - (variable[1]?.length ?? 0), offset)
  const placeholder = /(?:^|[^$])\{([a-z0-9_]*)$/i.exec(line)
  if (placeholder) return placeholders(known, offset - (placeholder[1]?.length ?? 0), offset)
  if (/(?:__executor_id__|executor_id)["']?\s*[:=]\s*["']?[\w/.-]*$/.test(line)) return ids(known, path, text, offset)
  if (/\.ya?ml$/.test(path)) {
    const inner = yamlOffers(text.slice(0, offset).split('\n'), offset)
    if (inner.length > 0) return inner
  }
  const name = /^(\w*)$/.exec(line)
  return name ? names(path, offset - (name[1]?.length ?? 0), offset) : []
}

function yamlOffers(lines: readonly string[], offset: number): readonly Suggestion[] {
  const line = lines.at(-1) ?? ''
  const value = /^\s*(?:- )?(\w+): *(\w*)$/.exec(line)
  if (value) {
    const start = offset - (value[2]?.length ?? 0)
    return valuesFor(value[1] ?? '').map((label, rank) => ({
      label,
      insert: label,
      detail: '',
      kind: 'value',
      rank,
      start,
      end: offset,
    }))
  }
  const key = /^ +(?:- )?(\w*)$/.exec(line)
  if (!key) return []
  const start = offset - (key[1]?.length ?? 0)
  return keysAt(lines).map(({ name, detail }, rank) => ({
    label: name,
    insert: `${name}: `,
    detail,
    kind: 'key',
    rank,
    start,
    end: offset,
  }))
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
      detail: allowed ? item.space : `${item.space}: not allowed from here`,
      kind: 'id',
      rank: (allowed ? 0 : 100) + likely + order[spaceName(item.space)],
      start,
      end,
    } as const
  })
}

function variables(known: Known, start: number, end: number): readonly Suggestion[] {
  return Object.entries(known.analysis?.env ?? {}).map(
    ([name, value]) =>
      ({ label: name, insert: name, detail: value.slice(0, 60), kind: 'variable', rank: 0, start, end }) as const,
  )
}

function placeholders(known: Known, start: number, end: number): readonly Suggestion[] {
  const given = known.analysis?.parameters.effective
  const own = typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.keys(given) : []
  return [...own, ...contextNames].map(
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

function names(path: string, start: number, end: number): readonly Suggestion[] {
  const yaml = /\.ya?ml$/.test(path)
  const fields = Object.entries(metadataNames).map(([name, detail], rank) => {
    const spelled = yaml ? name : `__${name}__`
    return {
      label: spelled,
      insert: yaml ? `${spelled}: ` : `${spelled} = `,
      detail,
      kind: 'name',
      rank,
      start,
      end,
    } as const
  })
  const rest = sections.map((name, rank) => {
    const spelled = yaml ? name.toLowerCase() : /^[a-z]/.test(name) ? `__${name}__` : name
    return {
      label: spelled,
      insert: yaml ? `${spelled}:` : `${spelled} = `,
      detail: 'section',
      kind: 'name',
      rank: 20 + rank,
      start,
      end,
    } as const
  })
  return [...fields, ...rest]
}
