import { visible } from '../../text/visible.ts'

const shellSpecial = /[$`;|&<>(){}[\]\\]/

/** Characters that `shlex.quote` does not list as safe. */
const unsafe = /[^A-Za-z0-9_@%+=:,./-]/u
const everyUnsafe = new RegExp(unsafe, 'gu')
/** The maximum number of different characters that a finding names. */
const mostNamed = 8
const spelled: Readonly<Record<string, string>> = { ' ': 'a space', '\t': 'a tab', '\n': 'a newline' }

/** The different characters of a text for which `shlex.quote` would quote it, as a person reads them. */
export function unsafeCharacters(text: string): readonly string[] {
  // Asked for nearly every text of a check, and most are safe.
  if (!unsafe.test(text)) return []
  const found = new Set<string>()
  for (const [character] of text.matchAll(everyUnsafe)) {
    if (found.size === mostNamed) break
    found.add(spelled[character] ?? visible(character))
  }
  return [...found]
}

/** R9.3: `shlex.quote`, applied only to a text that holds one of the listed shell characters. */
export function quoteForShell(text: string): string {
  return shellSpecial.test(text) ? `'${text.replaceAll("'", `'"'"'`)}'` : text
}
