import { expect, test, type Page } from '@playwright/test'
import type { KeySchema } from '../core/read/metadata/key-schema.ts'
import { fieldNames, type FieldName } from '../core/read/metadata/metadata.ts'
import { preferredSpelling } from '../core/read/metadata/names.ts'
import { metadataSchema } from '../core/read/metadata/schema.ts'
import { PlaygroundPage } from './pages.ts'
import { everyNth, isNightly } from '../core/testing/nightly.ts'
import { nightly, someOf } from './nightly.ts'

/** The keys to type for a file, line by line, and the expected text. */
interface Typed {
  readonly lines: readonly (readonly string[])[]
  readonly text: string
}

/** A key with every key that can be nested in it. */
interface Tree {
  readonly name: string
  readonly value: string
  readonly below: readonly Tree[]
}

/**
 * Every field with all nested keys. Nested keys that several fields share are typed only under the first of these
 * fields.
 */
function allTrees(): readonly (Tree & { readonly field: FieldName })[] {
  const typed = new Set<unknown>()
  const treeOf = (name: string, schema: KeySchema): Tree => {
    const below = { ...schema.keys, ...(schema.any ? { chosen: schema.any } : {}) }
    const known = schema.keys !== undefined && typed.has(schema.keys)
    typed.add(schema.keys)
    // A complete ID that is a prefix of other IDs. Enter after it must not accept a suggestion.
    const value = name === 'executor_id' ? 'rye/core/runtimes/python' : (Object.keys(schema.values ?? {})[0] ?? 'x')
    return { name, value, below: known ? [] : Object.entries(below).map(([key, one]) => treeOf(key, one)) }
  }
  return fieldNames.map((field) => ({ ...treeOf(field, metadataSchema[field]), field }))
}

/** The keys include YAML indentation, which replaces the editor's indentation. */
function typedYaml(): Typed {
  const lines: string[] = []
  const visit = ({ name, value, below }: Tree, indent: string): void => {
    lines.push(below.length > 0 ? `${indent}${name}:` : `${indent}${name}: ${value}`)
    for (const one of below) visit(one, `${indent}  `)
  }
  for (const tree of allTrees()) visit({ ...tree, name: preferredSpelling(tree.field, 'yaml') }, '')
  return {
    lines: [...lines.map((line) => ['Shift+Home', ...line, 'Enter']), ['Shift+Home', 'Delete']],
    text: lines.map((line) => `${line}\n`).join(''),
  }
}

function typedCode(format: 'python' | 'javascript'): Typed {
  const literal = (value: string): string => {
    if (value !== 'true' && value !== 'false') return `"${value}"`
    return format === 'python' ? `${value[0]?.toUpperCase()}${value.slice(1)}` : value
  }
  const written = ({ value, below }: Omit<Tree, 'name'>, key: string): string =>
    below.length === 0
      ? `${key}${literal(value)}`
      : `${key}{${below.map((one) => written(one, format === 'python' ? `"${one.name}": ` : `${one.name}: `)).join(', ')}}`
  const lead = format === 'python' ? '' : 'export const '
  const lines = allTrees().map((tree) => written(tree, `${lead}${preferredSpelling(tree.field, format)} = `))
  return { lines: lines.map((line) => [...line, 'Enter']), text: lines.map((line) => `${line}\n`).join('') }
}

/** Every third line of a file. */
function someLines({ lines, text }: Typed): Typed {
  const kept = everyNth(text.split(/(?<=\n)/), 3)
  return { lines: everyNth(lines, 3), text: kept.join('') }
}

const formats = [
  { name: 'python', file: 'typed.py', typed: typedCode('python') },
  { name: 'javascript', file: 'typed.js', typed: typedCode('javascript') },
  { name: 'yaml', file: 'typed.yaml', typed: typedYaml() },
] as const

/** Milliseconds between two keys: a burst like a paste, fast typing, and typing slow enough for all suggestions. */
const speeds = [0, 10, 30] as const

/** Lines alternate between these speeds. A nightly run types all lines at each speed, which takes ten minutes. */
const ways = isNightly ? speeds.map((speed) => [speed]) : [speeds]

/** A seeded random number generator with an upper bound. */
function numbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state % 65_521) % bound
  }
}

const next = numbers(16)

const pieces = [
  ...'{}[]()<>"\'`#:$/\\',
  'word ',
  "it's ",
  '${X} ',
  '{y}',
  '${',
  '[[ ',
  '}{ ',
  '"""',
  ' // ',
  ' # ',
  '/* ',
  ' */',
]

/** Random unbalanced brackets, quotes, fields and comments. */
function nonsense(): string {
  return Array.from({ length: 4 + next(10) }, () => pieces[next(pieces.length)] ?? '').join('')
}

/** Strings, comments and code with nonsense, and one valid line. Strings are single-line or multi-line. */
const nonsenseLines: Readonly<Record<string, () => readonly string[]>> = {
  py: () => [
    'print("nonsense }{ [[ ${X} {y}")',
    `call(f"${nonsense()}", [r'${nonsense()}'])  # ${nonsense()}`,
    `# ${nonsense()}`,
    'value = {"path": "C:\\\\", \'end\': (1, [2])}',
    `f"""${nonsense()}`,
    nonsense(),
    '',
    `${nonsense()}"""`,
    `print('${nonsense()}`,
  ],
  js: () => [
    'log("nonsense }{ [[ ${X} {y}")',
    `log("${nonsense()}", ['${nonsense()}']) // ${nonsense()}`,
    'const path = { start: "C:\\\\", end: [\'a\', (1)] }',
    '/**',
    ' * What it does:',
    ' */',
    `/* ${nonsense()}`,
    `${nonsense()} */`,
    `const open = /[{(]\\(["'\`/${nonsense()}`,
    `const text = \`begin ${nonsense()}`,
    'field ${list.map((one) => one["key"])} {{ ((',
    `${nonsense()}\``,
  ],
  yaml: () => [
    'first: "nonsense }{ [[ ${X} {y}"',
    `second: "${nonsense()}" # ${nonsense()}`,
    `third: it's ${nonsense()}`,
    `# ${nonsense()}`,
    `list: [one, "${nonsense()}", { key: '${nonsense()}' }]`,
    `several: "${nonsense()}`,
    `  ${nonsense()}"`,
    'block: |',
    `  ${nonsense()}`,
    `  deeper ${nonsense()}`,
  ],
  sh: () => [
    'echo "nonsense }{ [[ ${X} {y}"',
    `echo "${nonsense()}" '${nonsense()}' # ${nonsense()}`,
    `# ${nonsense()}`,
    `echo '${nonsense()}`,
    `${nonsense()}'`,
    "cat <<'END' > out",
    nonsense(),
    nonsense(),
    'END',
    `if [ "\${${nonsense()}" ]; then $(${nonsense()})`,
  ],
}

async function typeAll(page: Page, { lines }: Typed, delays: readonly number[]): Promise<void> {
  for (const [index, line] of lines.entries()) {
    const delay = delays[index % delays.length] ?? 0
    for (const stroke of line) {
      if (stroke.length > 1) await page.keyboard.press(stroke, { delay })
      else await page.keyboard.type(stroke, { delay })
    }
  }
}

test('typed files contain every metadata key', () => {
  const keys = new Set<string>(fieldNames)
  const visit = (schema: KeySchema): void => {
    for (const [key, below] of Object.entries(schema.keys ?? {})) {
      if (keys.has(key)) continue
      keys.add(key)
      visit(below)
    }
    if (schema.any) visit(schema.any)
  }
  for (const field of fieldNames) visit(metadataSchema[field])
  for (const { typed } of formats)
    for (const key of keys)
      if (!fieldNames.some((field) => field === key)) expect(typed.text).toMatch(new RegExp(`\\b${key}["\\s:=]`))
})

for (const { name, file, typed } of someOf(formats, 1)) {
  for (const delays of ways) {
    const pace = delays.join(', ')
    test(`every metadata key in ${name}, typed with ${pace} ms between the key presses, stays as typed`, async ({
      page,
    }) => {
      test.setTimeout(240_000)
      const playground = new PlaygroundPage(page)
      await playground.openDraft({ [`/project/.ai/tools/${file}`]: '' }, 'typed')
      await playground.switchEditor()
      await playground.editorText.click()
      const part = someLines(typed)
      await typeAll(page, part, delays)
      await playground.switchEditor()
      await expect(playground.plain()).toHaveValue(part.text)
    })
  }
}

for (const [extension, lines] of someOf(Object.entries(nonsenseLines), 0)) {
  test(`nonsense in strings, comments and code of a .${extension} file stays as typed`, async ({ page }) => {
    test.setTimeout(240_000)
    const typed = Array.from({ length: isNightly ? 20 : 3 }, lines).flat()
    const playground = new PlaygroundPage(page)
    await playground.openDraft({ [`/project/.ai/tools/typed.${extension}`]: '' }, 'typed')
    await playground.switchEditor()
    await playground.editorText.click()
    await typeAll(page, { lines: typed.map((line) => [...line, 'Enter']), text: '' }, speeds)
    await playground.switchEditor()
    // The editor adds the indentation.
    const flat = (text: string): string[] => text.split('\n').map((line) => line.trimStart())
    await expect.poll(async () => flat(await playground.plain().inputValue())).toEqual(flat([...typed, ''].join('\n')))
  })
}

test('typing over a selection replaces it, including quotes and brackets', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft({ '/project/.ai/tools/typed.py': 'old = [1]\n' }, 'typed')
  await playground.switchEditor()
  await playground.editorText.click()
  for (const text of ['"""Say what it does."""', "'single'", '[1, (2)]', '{"key": `x`}']) {
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text, { delay: 10 })
    await playground.switchEditor()
    await expect(playground.plain()).toHaveValue(text)
    await playground.switchEditor()
    await playground.editorText.click()
  }
})

test(
  'brackets and quotes close automatically while the setting is on, also after a reload',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openDraft({ '/project/.ai/tools/typed.py': '' }, 'typed')
    await playground.switchEditor()
    const closing = 'Turn automatic brackets and quotes on or off'
    const typedText = async (): Promise<string> => {
      await playground.editorText.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('print("')
      await playground.switchEditor()
      const text = await playground.plain().inputValue()
      await playground.switchEditor()
      return text
    }
    expect(await typedText()).toBe('print("')
    await playground.action(closing)
    expect(await typedText()).toBe('print("")')
    await page.reload()
    await expect(playground.editorText).toBeVisible()
    expect(await typedText()).toBe('print("")')
    await playground.action(closing)
    expect(await typedText()).toBe('print("')
  },
)
