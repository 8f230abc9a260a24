/** The tabs under the chain, in their order. Graph is shown only for a state graph. */
export const tabTable = [
  { name: 'command', title: 'Command' },
  { name: 'problems', title: 'Problems' },
  { name: 'input', title: 'Input' },
  { name: 'output', title: 'Output' },
  { name: 'trace', title: 'Trace' },
  { name: 'graph', title: 'Graph' },
] as const

/** The panels under the More button. */
export const moreTable = [
  { name: 'compare', title: 'Compare' },
  { name: 'integrity', title: 'Integrity' },
  { name: 'tests', title: 'Tests' },
] as const

/** The panels of the answers: a tab, or a panel under More. */
export type PanelName = (typeof tabTable)[number]['name'] | (typeof moreTable)[number]['name']

/**
 * The answers, each with the panel that contains it. Palette, shortcuts, lessons and links use these names. The names
 * never change, because links and lessons of former versions contain them.
 */
export const answerTable = [
  { name: 'command', panel: 'command', action: 'Show the command', keys: 'Alt+1' },
  { name: 'why', panel: 'command', action: 'Show the source of a value', keys: 'Alt+2' },
  { name: 'problems', panel: 'problems', action: 'Show problems', keys: 'Alt+3' },
  { name: 'trace', panel: 'trace', action: 'Show the trace', keys: 'Alt+4' },
  { name: 'parameters', panel: 'input', action: 'Show parameters', keys: 'Alt+5' },
  { name: 'results', panel: 'output', action: 'Show output', keys: 'Alt+6' },
  { name: 'world', panel: 'input', action: 'Show the world', keys: 'Alt+7' },
  { name: 'compare', panel: 'compare', action: 'Compare', keys: 'Alt+8' },
  { name: 'integrity', panel: 'integrity', action: 'Show integrity', keys: 'Alt+9' },
  { name: 'graph', panel: 'graph', action: 'Show the graph', keys: 'Alt+G' },
  { name: 'tests', panel: 'tests', action: 'Show tests', keys: 'Alt+P' },
] as const satisfies readonly {
  readonly panel: PanelName
  readonly name: string
  readonly action: string
  readonly keys: string
}[]

export type AnswerName = (typeof answerTable)[number]['name']

/**
 * The answer with this name. If no answer has it, the first answer of the panel with this name; undefined if there is
 * none.
 */
export function answerNamed(text: string): AnswerName | undefined {
  return (answerTable.find(({ name }) => name === text) ?? answerTable.find(({ panel }) => panel === text))?.name
}

/** The panel that contains an answer. */
export function panelOf(answer: AnswerName): PanelName {
  return answerTable.find(({ name }) => name === answer)?.panel ?? 'command'
}

/** The answer that a panel shows first. */
export function answerOf(panel: PanelName): AnswerName {
  return answerNamed(panel) ?? 'command'
}

/** The title of a panel, as on its tab or in More. */
export function panelTitle(panel: PanelName): string {
  return [...tabTable, ...moreTable].find(({ name }) => name === panel)?.title ?? panel
}

/** Whether the input panel shows the origin of a value. The command panel shows the origins of all other values. */
export function isInputValue(pointer: string): boolean {
  return pointer.startsWith('/parameters/')
}
