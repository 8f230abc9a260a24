import { visible } from '../../text/visible.ts'

const shellSpecial = /[$`;|&<>(){}[\]\\]/

/** Characters that `shlex.quote` does not list as safe. */
const unsafe = /[^A-Za-z0-9_@%+=:,./-]/u
const everyUnsafe = new RegExp(unsafe, 'gu')
/** Maximum number of different characters in a finding. */
const mostNamed = 8
const spelled: Readonly<Record<string, string>> = { ' ': 'a space', '\t': 'a tab', '\n': 'a newline' }

/** The distinct characters for which `shlex.quote` would quote a string, at most `mostNamed`, in readable form. */
export function unsafeCharacters(text: string): readonly string[] {
  // A check calls this for nearly every string, and most strings are safe.
  if (!unsafe.test(text)) return []
  const found = new Set<string>()
  for (const [character] of text.matchAll(everyUnsafe)) {
    if (found.size === mostNamed) break
    found.add(spelled[character] ?? visible(character))
  }
  return [...found]
}

/** R9.3: `shlex.quote`, applied only to a string that `shellSpecial` matches. */
export function quoteForShell(text: string): string {
  return shellSpecial.test(text) ? `'${text.replaceAll("'", `'"'"'`)}'` : text
}
