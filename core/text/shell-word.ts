import { visible } from './visible.ts'

/**
 * The words that start the command line on any machine with Node: the name of this package. The shorter `npx rye-chain`
 * would download a package with that name, which could belong to another owner.
 */
export const npxCommand = ['npx', 'rye-chain-playground'] as const

/** One argument, quoted for a shell. For display and copying only: the product never runs the text in a shell. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`
}

/** A command and its arguments on one line, with invisible characters escaped. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => visible(shellWord(word))).join(' ')
}
