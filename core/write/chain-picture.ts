import type { Analysis, ChainEntry, PairReport } from '../answer/analysis.ts'
import { visible } from '../text/visible.ts'

/** The picture of a chain: one box per element, also for a missing one, and a labeled line to the next box. */
interface PicturedChain {
  readonly boxes: readonly {
    readonly title: string
    readonly note: string
    readonly role: ChainEntry['role'] | 'missing'
  }[]
  /** The lines between successive boxes. */
  readonly lines: readonly { readonly label: string; readonly failed: boolean }[]
}

function picturedChain({ item_id, chain, validation }: Analysis): PicturedChain {
  const boxes: PicturedChain['boxes'][number][] = chain.map((entry) => ({
    title: visible(entry.item_id),
    note: [
      entry.role,
      visible(entry.space),
      ...(entry.shadowed.length > 0 ? [`shadows ${entry.shadowed.length}`] : []),
    ].join(', '),
    role: entry.role,
  }))
  const lines: PicturedChain['lines'][number][] = chain.slice(1).map((_, child) => {
    const pair = validation?.pairs.find((one) => one.child === child)
    return { label: pair ? verdictText(pair) : 'not checked', failed: pair !== undefined && hasFailed(pair) }
  })
  const last = chain.at(-1)
  const missing = last === undefined ? item_id : last.role === 'primitive' ? null : last.executor_id
  if (missing === null) return { boxes, lines }
  const open = { title: visible(String(missing)), note: 'the chain ends here', role: 'missing' } as const
  return {
    boxes: [...boxes, open],
    lines: last === undefined ? lines : [...lines, { label: 'not found, or not allowed', failed: true }],
  }
}

/** The results of the three rules for a pair, in words. */
export function verdictText({ space, io, version }: PairReport): string {
  return `space ${space}, I/O ${io}, version ${version}`.replaceAll('not-declared', 'not declared')
}

function hasFailed({ space, io, version }: PairReport): boolean {
  return [space, io, version].includes('failed')
}

/** The chain as a Mermaid flow chart, for GitHub and GitLab. */
export function chainMermaid(analysis: Analysis): string {
  const { boxes, lines } = picturedChain(analysis)
  const shapes = { tool: ['([', '])'], runtime: ['{{', '}}'], primitive: ['[/', '/]'], missing: ['>', ']'] } as const
  const nodes = boxes.map(({ title, note, role }, index) => {
    const [open, close] = shapes[role]
    return `  e${index}${open}"${mermaidText(title)}<br>${mermaidText(note)}"${close}`
  })
  const edges = lines.map(({ label, failed }, index) =>
    failed ? `  e${index} -. "${label}" .-> e${index + 1}` : `  e${index} -->|"${label}"| e${index + 1}`,
  )
  return `${['flowchart TD', ...nodes, ...edges].join('\n')}\n`
}

// The string with all characters that are not plain text for Mermaid replaced by their character codes.
function mermaidText(text: string): string {
  return text.replace(/[^\w ./:@,-]/gu, (character) => `#${character.codePointAt(0)};`)
}

const [boxHeight, gap, side, perCharacter] = [52, 44, 16, 7.3]

/** The chain as a self-contained SVG, without scripts, style sheets or fonts. */
export function chainSvg(analysis: Analysis): string {
  const { boxes, lines } = picturedChain(analysis)
  const longest = Math.max(...boxes.map(({ title, note }) => Math.max(title.length, note.length)), 20)
  const wide = Math.ceil(Math.max(longest + 4, ...lines.map(({ label }) => label.length + 4)) * perCharacter) + 2 * side
  const high = boxes.length * (boxHeight + gap) - gap + 2 * side
  const rows = boxes.flatMap(({ title, note, role }, index) => {
    const top = side + index * (boxHeight + gap)
    const line = lines[index]
    const dash = role === 'missing' ? ' stroke-dasharray="5 4"' : ''
    return [
      `<rect x="${side}" y="${top}" width="${wide - 2 * side}" height="${boxHeight}" rx="${radii[role]}" fill="#ffffff" stroke="#424a53" stroke-width="1.5"${dash}/>`,
      `<text x="${side + 14}" y="${top + 22}" font-weight="600" fill="#15181c">${xmlText(title)}</text>`,
      `<text x="${side + 14}" y="${top + 40}" fill="#59626c">${xmlText(note)}</text>`,
      ...(line
        ? [
            `<line x1="${side + 24}" y1="${top + boxHeight}" x2="${side + 24}" y2="${top + boxHeight + gap}" stroke="${line.failed ? '#ad2118' : '#424a53'}" stroke-width="2"${line.failed ? ' stroke-dasharray="5 4"' : ''}/>`,
            `<text x="${side + 38}" y="${top + boxHeight + gap / 2 + 4}" fill="${line.failed ? '#ad2118' : '#424a53'}">${xmlText(line.label)}</text>`,
          ]
        : []),
    ]
  })
  const title = `Chain of ${analysis.item_id}: ${analysis.status.replace('_', ' ')}`
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" role="img" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12">`,
    `<title>${xmlText(visible(title))}</title>`,
    `<rect width="${wide}" height="${high}" fill="#fafbfb"/>`,
    ...rows,
    '</svg>',
  ].join('\n')}\n`
}

const radii = { tool: 26, runtime: 10, primitive: 2, missing: 2 } as const

function xmlText(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => names[character] ?? '')
}
