import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { glossary, type TermName } from './glossary.ts'

// Every panel explains the glossary words that it uses, in place. A dialog is short and can be closed; Help lists all
// words.

const web = join(import.meta.dirname, '..')
const folders = ['app', 'learn', 'panels/answers', 'panels/chain', 'panels/dialogs', 'panels/graph', 'panels/parts']

/** Patterns for terms that the page spells differently from the glossary. */
const written: Readonly<Partial<Record<TermName, RegExp>>> = {
  shadow: /\bshadow(s|ed)?\b/,
  lockfile: /\blockfiles?\b/i,
  signature: /\bsignatures?\b/i,
  world: /\bworld\b/i,
  simulated: /\b(simulated|simulation)\b/,
  real: /\breal run\b/,
  passes: /\b(template pass|template passes|first pass|second pass)\b/,
  search: /\bscoped search\b|\bglobal search\b/,
  graph: /\bstate graphs?\b/,
  // In other phrases, `global` is an everyday word.
  global: /\bglobal search\b/,
}
/** Terms that a component explains through an expression, whose value is known only at render time. */
const chosenThere: Readonly<Record<string, string>> = {
  "['search', snapshot.search]": 'scoped global',
  "[entry.role, 'executor', 'chain']": 'tool runtime primitive',
  name: 'simulated real',
}
const signOf = (name: TermName): RegExp => written[name] ?? new RegExp(`\\b${name.replaceAll('-', ' ')}s?\\b`, 'i')
// `Object.keys` loses the type of the names.
const names = Object.keys(glossary) as TermName[]

interface Component {
  readonly file: string
  /** The human-readable text, without code, attribute names and expressions. */
  readonly text: string
  readonly explains: string
  /** The components that this component renders. */
  readonly uses: readonly string[]
}

function read(file: string): Component {
  const source = readFileSync(join(web, file), 'utf8')
  const markup = source.replace(/<script[^]*?<\/script>|<style[^]*?<\/style>|<!--[^]*?-->/g, '')
  const text = markup
    .replace(/<Term\b[^]*?\/>|<Term\b[^]*?<\/Term>|<code>[^]*?<\/code>/g, ' ')
    .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, ' ')
    .replace(/<[^>]*>/g, ' ')
  const reported = [...markup.matchAll(/<(?:Term|Words)\s[^>]*?of=(?:"([\w-]+)"|\{([^}]*)\})/g)]
  const uses = [...markup.matchAll(/<([A-Z]\w+)/g)].map(([, name]) => `${name}.svelte`)
  const explains = reported.map(([, one = '', many = '']) => `${one} ${many} ${chosenThere[many] ?? ''}`).join(' ')
  return { file, text, explains, uses }
}

const components = folders.flatMap((folder) =>
  readdirSync(join(web, folder))
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => read(`${folder}/${name}`)),
)
const explainedIn = ({ explains, uses }: Component): string =>
  [
    explains,
    ...components.filter(({ file }) => uses.some((name) => file.endsWith(`/${name}`))).map((one) => one.explains),
  ].join(' ')

/** The components next to every panel: header, rules and chain. Behind a dialog they are inert. */
const frame = ['Header', 'Rules', 'ChainPanel', 'ChainCard', 'ChainToggles', 'Lamp']
  .map((name) =>
    explainedIn(components.find(({ file }) => file.endsWith(`/${name}.svelte`)) ?? read(`app/${name}.svelte`)),
  )
  .join(' ')

/** The terms explained around a component, in each component that contains it. Behind a dialog no explanation opens. */
function around(component: Component): readonly string[] {
  const name = component.file.slice(component.file.lastIndexOf('/') + 1)
  const hosts = components.filter(({ uses }) => uses.includes(name))
  if (hosts.length === 0) return [component.file.includes('dialogs/') ? '' : frame]
  return hosts.flatMap((host) => around(host).map((known) => `${explainedIn(host)} ${known}`))
}

const panels = components.filter(({ file }) => !file.startsWith('panels/dialogs/'))

test.for(panels.map((one) => [one.file, one] as const))('%s explains its terms', ([, component]) => {
  const own = explainedIn(component)
  const used = names.filter((name) => signOf(name).test(component.text))
  const unexplained = used.filter((name) => !around(component).every((known) => `${own} ${known}`.includes(name)))
  expect(unexplained).toEqual([])
})

test('the folders have components and explanations to check', () => {
  expect(panels.length).toBeGreaterThan(45)
  expect(components.filter(({ explains }) => explains !== '').length).toBeGreaterThan(15)
})
