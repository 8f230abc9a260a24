import type { Analysis } from '#core'
import { contributorText } from '../panels/contributor.ts'
import { nameOfPointer, textOf as valueText } from '../panels/pointers.ts'
import { spaceName, spaceOfPath, type SpaceName } from '../files/places.ts'
import { executorLines, itemAt, wordAt, winnerOf, type Known } from './ids.ts'
import { keysAt, valuesFor } from './keys.ts'
import type { HoverText, LensText, Stretch, Suggestion } from './providers.ts'

/** Where an id leads, seen above the line that names it. */
export function lensesFor(known: Known, text: string): readonly LensText[] {
  return executorLines(text).map(({ lineStart, id }) => {
    const winner = winnerOf(known.items, id)
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
  const named = itemAt(known, text, offset)
  return named && { path: named.item.path, start: 0, end: 0 }
}

/** What is to be said of the text under the pointer: an id's resolution, or where a value of the plan came from. */
export function hoverFor(known: Known, path: string, text: string, offset: number): HoverText | undefined {
  const { word, start, end } = wordAt(text, offset)
  const winner = itemAt(known, text, offset)?.item
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
  const meaning = meaningOf(path, text, start, word)
  if (meaning !== undefined) return { start, end, markdown: `**${word}**: ${meaning}` }
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

/** What a name of metadata means where it stands as one: at a line's start, or as a key below a section of YAML. */
function meaningOf(path: string, text: string, start: number, word: string): string | undefined {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const next = text.slice(start + word.length).match(/^["']?\s*[:=]/)
  if (!next) return undefined
  if (line === '') return metadataNames[word.replace(/^__|__$/g, '')]
  if (!isYaml(path) || !/^ +(?:- )?$/.test(line)) return undefined
  return keysAt(text.slice(0, start).split('\n')).find(({ name }) => name === word)?.detail
}

/** Values of the plan that were written at a place, or by a template that stands there. */
function pointersAt(analysis: Analysis, path: string, offset: number): readonly string[] {
  const covers = (at: Stretch | null | undefined): boolean =>
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
    ...(entry.steps ?? []).map(({ placeholder, replacement }) => `\`${placeholder}\` became \`${replacement}\``),
    ...beaten,
  ].join('\n\n')
}

const isYaml = (path: string): boolean => /\.ya?ml$/.test(path)
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
  if (isYaml(path)) {
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
  return Object.entries(known.env).map(
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
  const yaml = isYaml(path)
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
