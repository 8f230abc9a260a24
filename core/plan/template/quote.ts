const shellSpecial = /[$`;|&<>(){}[\]\\]/

/** R9.3: `shlex.quote`, applied only to a text that holds one of the listed shell characters. */
export function quoteForShell(text: string): string {
  return shellSpecial.test(text) ? `'${text.replaceAll("'", `'"'"'`)}'` : text
}
