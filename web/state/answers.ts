/** The answers under the chain, in tab order. Tabs, palette, shortcuts and links all use this list. */
export const answerTable = [
  { name: 'command', title: 'Command', action: 'Show the command' },
  { name: 'why', title: 'Why', action: 'Show why' },
  { name: 'problems', title: 'Problems', action: 'Show problems' },
  { name: 'trace', title: 'Trace', action: 'Show the trace' },
  { name: 'parameters', title: 'Parameters', action: 'Show parameters' },
  { name: 'results', title: 'Results', action: 'Show results' },
  { name: 'world', title: 'World', action: 'Show the world outside the files' },
  { name: 'compare', title: 'Compare', action: 'Compare' },
  { name: 'integrity', title: 'Integrity', action: 'Show integrity' },
  { name: 'graph', title: 'Graph', action: 'Show the graph' },
] as const

export type AnswerName = (typeof answerTable)[number]['name']

/** Whether a string is the name of an answer. */
export function isAnswerName(text: string): text is AnswerName {
  return answerTable.some(({ name }) => name === text)
}
