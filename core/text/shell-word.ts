import { visible } from './visible.ts'

/** One argument, quoted for a shell. For display and copying only: the product never runs the text in a shell. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`
}

/** A command and its arguments on one line, with invisible characters escaped. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => visible(shellWord(word))).join(' ')
}
