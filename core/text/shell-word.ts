import { visible } from './visible.ts'

/** One argument, quoted for a shell. Nothing runs in a shell: this is for reading and pasting. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`
}

/** A command and its arguments on one line of a terminal, in which nothing is hidden. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => visible(shellWord(word))).join(' ')
}
