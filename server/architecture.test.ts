import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, type AST } from 'svelte/compiler'
import ts from 'typescript'
import { expect, test } from 'vitest'

// docs/architecture.md: every function of a call path exists and calls the next one.

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

interface Step {
  readonly name: string
  readonly path: string
  /** The link from the previous step to this one: a string in both files, or a file that calls this step. */
  readonly over: string | undefined
}

/** The numbered lists in the section about call paths, each with its title. */
const callPaths = page
  .slice(page.indexOf('## Call paths'))
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const title = section.split('\n', 1)[0] ?? ''
    return section
      .split(/^(?=1\. )/m)
      .slice(1)
      .map((list, at) => ({
        title: `${title} ${at + 1}`,
        steps: [...list.matchAll(/^\d+\. `([\w.#]+)` in `([\w./-]+)`(?:, over `([^`]+)`)?/gm)].map(
          ([, name = '', path = '', over]): Step => ({ name, path, over }),
        ),
      }))
  })

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const parsed = new Map<string, ts.SourceFile>()
function sourceOf(path: string): ts.SourceFile {
  const known = parsed.get(path)
  if (known) return known
  const text = path.endsWith('.svelte') ? scriptOf(path) : textOf(path)
  const source = ts.createSourceFile(`${path}.ts`, text, ts.ScriptTarget.Latest, true)
  parsed.set(path, source)
  return source
}

/** A component as one function with its name: its script, the expressions of its markup, and the components in it. */
function scriptOf(path: string): string {
  const text = textOf(path)
  const { fragment, instance } = parse(text, { modern: true })
  const parts: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, name, expression } = node as {
      type?: string
      name?: string
      expression?: AST.ExpressionTag['expression']
    }
    if (type === 'Component') parts.push(`${name}()`)
    if (type === 'ExpressionTag' && expression) {
      const { start, end } = expression as unknown as { readonly start: number; readonly end: number }
      parts.push(`void (${text.slice(start, end)})`)
    } else for (const inner of Object.values(node)) visit(inner)
  }
  visit(fragment)
  const { start = 0, end = 0 } = (instance?.content ?? {}) as { readonly start?: number; readonly end?: number }
  return `function ${basename(path, '.svelte')}() {${text.slice(start, end)}\n${parts.join('\n')}}`
}

/** The name of a declaration; undefined for other nodes, and for declarations without a body. */
function declaredName(node: ts.Node): string | undefined {
  const isDeclaration =
    (ts.isFunctionDeclaration(node) && node.body !== undefined) ||
    ts.isClassDeclaration(node) ||
    (ts.isMethodDeclaration(node) && node.body !== undefined) ||
    ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && node.initializer !== undefined)
  if (!isDeclaration) return undefined
  const { name } = node
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name.text : undefined
}

/** The declarations of a dotted name inside a node: `EngineClient.ask` is the `ask` of that class. */
function declarations(inside: ts.Node, [first, ...rest]: readonly string[]): readonly ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (declaredName(node) === first) found.push(node)
    else ts.forEachChild(node, visit)
  }
  ts.forEachChild(inside, visit)
  return rest.length === 0 ? found : found.flatMap((node) => declarations(node, rest))
}

/**
 * The names that a declaration calls, constructs or passes on, excluding names that it only declares or imports. A
 * class that is constructed runs its constructor, but not its methods.
 */
function used(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (expression: ts.Node): void => {
    if (ts.isIdentifier(expression)) names.add(expression.text)
    if (ts.isPropertyAccessExpression(expression)) names.add(expression.name.text)
  }
  const visit = (inner: ts.Node): void => {
    if (ts.isMethodDeclaration(inner) && inner.parent === node) return
    if (ts.isCallExpression(inner) || ts.isNewExpression(inner)) {
      const called = ts.isParenthesizedExpression(inner.expression) ? inner.expression.expression : inner.expression
      if (ts.isConditionalExpression(called)) [called.whenTrue, called.whenFalse].forEach(add)
      else add(called)
      inner.arguments?.forEach(add)
    }
    // A thread's body is the exported expression of its file.
    if (ts.isExportAssignment(inner)) add(inner.expression)
    ts.forEachChild(inner, visit)
  }
  visit(node)
  return names
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
const declared = ({ name, path }: Step): readonly ts.Node[] => declarations(sourceOf(path), name.split('.'))

/** Whether a step calls the next one, directly or through one function of either file. */
function calls(step: Step, next: Step): boolean {
  const wanted = lastOf(next.name)
  return declared(step).some((node) => {
    const names = used(node)
    if (names.has(wanted)) return true
    return [step.path, next.path].some((path) =>
      [...names].some((name) => declarations(sourceOf(path), [name]).some((between) => used(between).has(wanted))),
    )
  })
}

/** Whether the link to a step exists: a file that calls the step, or a string that both files contain. */
function isReached(step: Step, next: Step, over: string): boolean {
  if (/^\w.*\.(?:ts|svelte)$/.test(over)) return used(sourceOf(over)).has(lastOf(next.name))
  return textOf(step.path).includes(over) && textOf(next.path).includes(over)
}

test('the page describes six call paths in correctly numbered lists, and has at most 200 lines', () => {
  expect(new Set(callPaths.map(({ title }) => title.replace(/ \d$/, ''))).size).toBe(6)
  const numbers = callPaths.flatMap(({ steps }) => steps.map((_, at) => `${at + 1}. `))
  expect(page.match(/^\d+\. /gm)).toEqual(numbers)
  expect(page.split('\n').length).toBeLessThanOrEqual(201)
})

test.for(callPaths)('$title: every function is declared in its file', ({ steps }) => {
  expect(steps.filter((step) => declared(step).length === 0)).toEqual([])
})

test.for(callPaths)('$title: every function calls the next one, or has the named link to it', ({ steps }) => {
  const broken = steps.flatMap((step, at) => {
    const next = steps[at + 1]
    if (!next) return []
    const isFine = next.over === undefined ? calls(step, next) : isReached(step, next, next.over)
    return isFine ? [] : [`${step.name} (${step.path}) -> ${next.name} (${next.path})`]
  })
  expect(broken).toEqual([])
})

test('every name that the text lists for a file is declared in that file', () => {
  const named = [...page.matchAll(/`([\w.#]+)` in `([\w./-]+\.(?:ts|svelte))`/g)]
  expect(named.length).toBeGreaterThan(70)
  const missing = named.filter(([, name = '', path = '']) => declarations(sourceOf(path), name.split('.')).length === 0)
  expect(missing.map(([text]) => text)).toEqual([])
})

test('the picture and the README of the engine list every engine folder, in the same order', () => {
  const data = ['bundles', 'conformance', 'corpus', 'testing']
  const folders = readdirSync(join(root, 'core'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !data.includes(entry.name))
    .map(({ name }) => name)
  const picture = page.slice(page.indexOf(' core/   no machine'), page.indexOf('| folder'))
  const order = /have this order: ([^.]*)/.exec(textOf('core/README.md'))?.[1]?.split(/,\s+/)
  expect([...picture.matchAll(/\b[a-z]+(?= [◀│])|\b[a-z]+(?=\s+│)/g)].map(([name]) => name)).toEqual(order)
  expect(order?.toSorted()).toEqual(folders.toSorted())
})
