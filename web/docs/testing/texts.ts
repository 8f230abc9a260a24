import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse as parseSvelte } from 'svelte/compiler'
import ts from 'typescript'

// Functions that extract all text for readers from this repository.

/** The root of the repository. */
export const root = join(import.meta.dirname, '../../..')

const textFile = /\.(?:ts|mjs|cjs|js|svelte|css|md|ya?ml|json|html|sh)$/

/**
 * Files that never change: recorded cases, released bundles, published links with their dictionaries, and stored short
 * links.
 */
const frozen =
  /^core\/(?:bundles|corpus|testing\/links\/.*\.json|share\/share-dictionary)|^server\/testing\/shares\/fs|\.recorded\.json$/

/** All text files in a folder, or the file itself, by path from the root. */
export const filesOf = (path: string): readonly string[] =>
  textFile.test(path)
    ? [path]
    : readdirSync(join(root, path), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && textFile.test(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .filter((file) => !frozen.test(file))

/** The comments of a program, each on one line. Consecutive lines that start with `//` are one comment. */
export const commentsIn = (source: string): readonly string[] =>
  [...source.matchAll(/\/\*\*([^]*?)\*\/|(?<=^|\s)\/\/ (.*(?:\n[ \t]*\/\/ .*)*)$/gm)].map(([, block, lines = '']) =>
    (block ?? lines.replace(/^\s*\/\/ /gm, ''))
      .replace(/^\s*\*/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )

/** The sentences of a page, without code, tables, headings, images and link addresses. */
export const sentencesIn = (text: string): readonly string[] =>
  text
    .replace(/^( *)```[^]*?^\1```$/gm, '\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .flatMap((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !/^\s*[|#]/.test(line))
        .join(' ')
        .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/`[^`]*`/g, 'code')
        .split(/(?<=[.!?][)"'*_]*)\s+/),
    )

/** The visible text of a component's markup. An expression counts as one word. */
export function markupTexts(source: string): readonly string[] {
  const { fragment } = parseSvelte(source, { modern: true })
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    if ('nodes' in node && Array.isArray(node.nodes))
      found.push(node.nodes.map((one: { type: string; data?: string }) => textOf(one)).join(''))
    if ('type' in node && node.type === 'Literal' && 'value' in node) found.push(String(node.value))
    for (const [key, child] of Object.entries(node)) if (key !== 'loc') visit(child)
  }
  visit(fragment)
  return found
}

const textOf = ({ type, data }: { readonly type: string; readonly data?: string }): string =>
  type === 'Text' ? (data ?? '') : type === 'ExpressionTag' || type === 'Component' ? ' x ' : '\n\n'

/** The strings of a program. An inserted value counts as one word. */
export function stringsOf(source: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }) => ` x ${literal.text}`).join(''))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('one.ts', source, ts.ScriptTarget.Latest))
  return found
}

/** The scripts of a component. */
export const scripts = (source: string): string =>
  [...source.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code).join('\n')
