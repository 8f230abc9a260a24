import { visible } from './visible.ts'

/** One argument, quoted for a shell. It is only for display and copying, and never run in a shell. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`
}

/** A command and its arguments on one line, with invisible characters made visible. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => visible(shellWord(word))).join(' ')
}
