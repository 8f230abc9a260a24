import type { Found } from './lack.ts'

/** The maximum number of functions, and of pipes into loops and groups, to examine in one script. */
const mostForms = 50

/** Functions called in a condition under `set -e`, because bash ignores failures within them. */
export function functionsInConditions(code: string): readonly Found[] {
  if (!/\bset[ \t]+(?:-[a-z]*e|-o[ \t]+errexit)/.test(code)) return []
  const names = [...code.matchAll(/(?:^|[\s;{(])(?:function[ \t]+)?([\w-]+)[ \t]*\([ \t]*\)/gm)].map(([, name]) => name)
  return [...new Set(names)].slice(0, mostForms).flatMap((name) => {
    const call = new RegExp(
      `(?:\\b(?:if|elif|while|until)\\b|!)[^\\n;]*?\\b(${name}\\b)(?![ \\t]*\\()|(?:^|[\\n;{&|(])[ \\t]*(${name}\\b(?![ \\t]*\\()[^\\n;&|]*(?:&&|\\|\\|))`,
      'g',
    )
    return [...code.matchAll(call)].map((match) => {
      const uses = (match[1] ?? match[2] ?? '').trim()
      return { uses, index: match.index + match[0].indexOf(uses) }
    })
  })
}

/** Loops and groups after a pipe that set a variable for a later command. */
export function variablesOfPipes(code: string): readonly Found[] {
  const found: Found[] = []
  const pipes = [...code.matchAll(/\|[ \t\n]*(while|until|for|\{)(?=\s)/g)]
  for (const match of pipes.slice(0, mostForms)) {
    const word = match[1] ?? ''
    const end = endOfPart(code, match.index + match[0].length, word === '{')
    const part = code.slice(match.index, end)
    const set = new Set<string>()
    for (const [, name = ''] of part.matchAll(/(?:^|[\s;({])([a-zA-Z_]\w*)(?:\[[^\]\n]*\])?\+?=/g)) set.add(name)
    for (const [, names = ''] of part.matchAll(/\bread\b((?:[ \t]+-?\w+)*)/g))
      for (const name of names.split(/\s+/)) if (/^[a-zA-Z_]/.test(name)) set.add(name)
    for (const [, name = ''] of part.matchAll(/\(\([^)\n]*?\b([a-zA-Z_]\w*)[ \t]*(?:\+\+|--|[-+*]?=(?!=))/g))
      set.add(name)
    const later = code.slice(end)
    const used = [...set].find((name) => new RegExp(`\\$\\{?#?${name}\\b|\\(\\([^)\\n]*\\b${name}\\b`).test(later))
    if (used !== undefined) found.push({ uses: `| ${word} … ${used}`, index: match.index })
  }
  return found
}

/** The end of the loop or group that starts before `from`; the end of the code if it is not closed. */
function endOfPart(code: string, from: number, isGroup: boolean): number {
  let depth = 1
  const words = isGroup ? /(?:^|[\s;])([{}])(?=[\s;|&)]|$)/gm : /(?:^|[\s;])(do|done)(?=[\s;|&<>)]|$)/gm
  words.lastIndex = from
  if (!isGroup) depth = 0
  for (let word = words.exec(code); word !== null; word = words.exec(code)) {
    depth += word[1] === '{' || word[1] === 'do' ? 1 : -1
    if (depth === 0) return words.lastIndex
  }
  return code.length
}

/** Finds calculations such as `$((1 / 0))` whose text matches a pattern. */
export function calculations(pattern: RegExp): (code: string) => readonly Found[] {
  return (code) =>
    [...code.matchAll(/\$\(\([^)\n]*\)\)/g)]
      .filter(([whole]) => pattern.test(whole))
      .map(({ 0: uses, index }) => ({ uses, index }))
}

/** A list of array elements that does not end. */
export function openArray(code: string): readonly Found[] {
  const index = code.lastIndexOf('=(')
  return index < 0 || code.includes(')', index) ? [] : [{ uses: '=(', index }]
}

/** Finds a command in a script without the construct that the command requires. */
export function outside(command: string, construct: RegExp): (code: string) => readonly Found[] {
  const called = new RegExp(`(?:^|[;&|{]|\\b(?:then|do|else)\\b)[ \\t]*(${command})(?=$|[\\s;&|)])`, 'gm')
  return (code) =>
    construct.test(code)
      ? []
      : Array.from(code.matchAll(called), ({ 0: whole, 1: uses = '', index }) => ({
          uses,
          index: index + whole.indexOf(uses),
        }))
}
