import { expect, test } from 'vitest'
import { candidateTables } from '../answer/candidates.ts'
import { limits } from '../limits.ts'
import { exampleSnapshots, workspaceOfDraft } from '../testing/examples.ts'
import { analyze } from '../answer/analyze.ts'
import { open, workspace } from '../testing/workspace.ts'
import { chainMermaid, chainSvg } from './chain-picture.ts'
import { block, code, codeInText, linkTo, prose } from './markdown.ts'
import { analysisReport, chainMarkdown } from './report.ts'

const files = workspace`
  === project/tools/t.py
  __version__ = "1.0.0"
  __executor_id__ = "run/py"
  === /system/.ai/tools/run/py.yaml
  version: "1.0.0"
  tool_type: runtime
  executor_id: rye/core/primitives/execute
  config:
    command: "python3"
    args: ["{tool_path}", "a|b", "\${API_TOKEN}"]
  === /project/.env
  API_TOKEN=wholly-private-4711
`

test('the Mermaid chain has a node for each element and a line with its verdicts', () => {
  expect(chainMermaid(open(files).analyze('t'))).toBe(`flowchart TD
  e0(["t<br>tool, project"])
  e1{{"run/py<br>runtime, system:core"}}
  e2[/"rye/core/primitives/execute<br>primitive, system"/]
  e0 -->|"space ok, I/O not declared, version not declared"| e1
  e1 -->|"space ok, I/O not declared, version not declared"| e2
`)
})

test('a missing element is an open end in Mermaid and SVG', () => {
  const broken = open(workspace`
    === project/tools/t.py
    __executor_id__ = "no \\"<such>\\" thing"
  `).analyze('t')
  expect(chainMermaid(broken)).toContain('e0 -. "not found, or not allowed" .-> e1')
  expect(chainMermaid(broken)).toContain('e1>"no #34;#60;such#62;#34; thing<br>the chain ends here"]')
  expect(chainSvg(broken)).toContain('no &quot;&lt;such&gt;&quot; thing')
  expect(chainMermaid(open(files).analyze('missing'))).toContain('e0>"missing<br>the chain ends here"]')
})

test('the SVG is self-contained: it loads no files and runs no code', () => {
  const svg = chainSvg(open(files).analyze('t'))
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/)
  expect(svg).not.toMatch(/<script|href|url\(|<style/)
  expect(svg.match(/<rect /g)).toHaveLength(1 + 3)
})

test('a report has each section, the link and the arguments, and no secret', () => {
  const { workspace: here, analyze: ask } = open(files)
  const analysis = ask('t', '{"a": "b"}')
  const report = analysisReport(analysis, { places: candidateTables(here, analysis), link: 'https://here/#x' })
  expect(report.match(/^## .*/gm)).toEqual([
    ...[
      '## Chain',
      '## Links',
      '## Problems',
      '## Command',
      '## Parameters',
      '## Environment',
      '## Anchor',
      '## Lockfile',
    ],
    ...['## Searched locations of each element', '## Sources of values', '## Trace'],
  ])
  expect(report).toContain('# `t`: ready')
  expect(report).toContain('[Open in the playground](https://here/#x)')
  expect(report).toContain('| argv[2] | `a\\|b` |')
  expect(report).toMatch(/\| argv\[3\] \| `secret:[0-9a-f]{8}` \|/)
  expect(report).not.toContain('wholly-private-4711')
})

test.for(Object.entries(exampleSnapshots()))('the report of %s has a table row for each element', ([, snapshot]) => {
  const analysis = analyze(workspaceOfDraft(snapshot), snapshot)
  const markdown = chainMarkdown(analysis)
  for (const [index, { item_id }] of analysis.chain.entries())
    expect(markdown).toContain(`| ${index + 1} | \`${item_id}\` |`)
  expect(analysisReport(analysis).length).toBeLessThanOrEqual(limits.reportLength + 300)
})

test('a report too long for an issue is cut at its end and lists the omitted parts', () => {
  const long = open({
    files: {
      ...files.files,
      '/project/.env': Array.from({ length: 3000 }, (_, at) => `V${at}=${'x'.repeat(30)}`).join('\n'),
    },
  })
  const report = analysisReport(long.analyze('t'))
  expect(report.length).toBeLessThan(limits.reportLength + 300)
  expect(report).toMatch(/Omitted, because a report has at most 60000 characters: Environment, .*Trace\.\n$/)
})

test.for([
  { text: 'plain', shown: '`plain`' },
  { text: 'a`b', shown: '``a`b``' },
  { text: '`', shown: '`` ` ``' },
  { text: '', shown: '(empty)' },
  { text: 'a|b', shown: '`a\\|b`' },
  { text: 'a\\|b', shown: '`a\\u005c\\|b`' },
  { text: 'a\\\\|b', shown: '`a\\\\u005c\\|b`' },
  { text: ' a ', shown: '`  a  `' },
  { text: '  ', shown: '`  `' },
  { text: 'a\n\u001b[2K`', shown: '`` a\\n\\u001b[2K` ``' },
  { text: `${'a'.repeat(398)}\u{1f642}bcd`, shown: `\`${'a'.repeat(398)}…\`` },
])('the text $text is written as code in Markdown', ({ text, shown }) => {
  expect(code(text)).toBe(shown)
})

test.for([
  { text: '&lt;b&gt; $x$ <b>', shown: '\\&lt;b\\&gt; \\$x\\$ \\<b\\>' },
  { text: '\\[a](b) | *c* _d_ ~~e~~ #1 `f`', shown: '\\\\\\[a\\](b) \\| \\*c\\* \\_d\\_ \\~\\~e\\~\\~ \\#1 \\`f\\`' },
  { text: 'a\r\n# b\u202e', shown: 'a\\\\r\\\\n\\# b\\\\u202e' },
])('the text $text is written as prose with its markup escaped', ({ text, shown }) => {
  expect(prose(text)).toBe(shown)
})

test('a Markdown block keeps its lines and its closing fence for any content', () => {
  expect(block('a\u001b[2K\r\n````\n\tb\u202e\n')).toBe('`````\na\\u001b[2K\\r\n````\n\\tb\\u202e\n`````')
  expect(codeInText('a|b')).toBe('`a|b`')
  expect(linkTo('https://here/#a(b) <c>', 'Open [it]')).toBe('[Open \\[it\\]](https://here/#a%28b%29%20%3cc%3e)')
})

const hostile = [
  ...[
    '\u001b[31mred\u001b[0m',
    'a\u0007\u009b2Kb',
    'a\r\n\r\n# Heading\r\n',
    'a\u2028b\u202ec\u200bd\ufeff',
    '\ufffe\uffff',
    'x\u{e0041}',
  ],
  ...['a\n```\n# out\n```', '`', '``a`', '~~~', 'a|b', 'a\\|b', '|\n|---|', ' | '],
  ...['<script>alert(1)</script>', '<!-- ', ']]>', '&lt;b&gt;&#60;', '<img src=x onerror=alert(1)>', '"\' onload="x'],
  ...[
    '![i](http://evil/x.png)',
    '[a](javascript:b)',
    '**b** _c_ ~~d~~',
    '%%{init: {}}%%',
    '"] --> e9["',
    '#quot;;',
    'end',
  ],
]

/** A chain with the text in every place that a file or a caller can set. */
function chainWith(text: string) {
  const written = JSON.stringify(text)
  const systems = [{ bundle_id: text, version: text, root: '/system' }]
  const { workspace: here, analyze: ask } = open(
    {
      files: {
        [`/project/.ai/tools/${text.replaceAll('/', '')}.yaml`]: 'executor_id: run/py\n',
        '/project/.ai/tools/t.yaml': `version: ${written}\nexecutor_id: run/py\nenv_config: {env: {A: ${written}, ${written}: b}}\n`,
        '/project/.ai/tools/gone.yaml': `executor_id: ${written}\n`,
        '/project/.env': `B=${text}\n`,
        '/system/.ai/tools/run/py.yaml': `version: ${written}
tool_type: runtime
executor_id: rye/core/primitives/execute
config:
  command: ${written}
  cwd: ${written}
  stdin: ${written}
  args: [${written}, "{given}", "{tool_path}"]
config_schema: {type: object, properties: {filled: {type: string, default: ${written}}, ${written}: {default: 1}}}
`,
      },
    },
    { systems },
  )
  const parameters = JSON.stringify({ given: text, [text]: text })
  return [text.replaceAll('/', ''), 't', 'gone', text].map((id) => {
    const analysis = ask(id, parameters)
    return { analysis, places: candidateTables(here, analysis) }
  })
}

/** Invisible characters that a report must not contain: all except line breaks. */
const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028\u202e\ufeff\ufffe\uffff\u{e0041}]/u

/** Markdown without its fenced blocks. Checks that each block is closed. */
function outsideBlocks(markdown: string): readonly string[] {
  let fence: string | undefined
  const lines = markdown.split('\n').filter((line) => {
    const run = /^(`{3,})[^`]*$/.exec(line)?.[1]
    if (fence === undefined) fence = run
    else if (line === fence) fence = undefined
    else return false
    return run === undefined
  })
  expect(fence).toBeUndefined()
  return lines
}

/** A line without code and without escaped characters. */
const bare = (line: string): string => line.replace(/\\[\\`*_<>[\]|#~&$]/g, '').replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')

test.for(hostile)('%j stays inert in a report, a Mermaid chart and an SVG', (text) => {
  for (const { analysis, places } of chainWith(text)) {
    const report = analysisReport(analysis, { places })
    expect(report).not.toMatch(unseen)
    const lines = outsideBlocks(report)
    for (const line of lines.slice(1)) {
      if (!line.startsWith('|'))
        expect(line).toMatch(
          /^($|## |- \*\*|Dialect|Active|Not active|Set by|`|\(empty\)|none|no|absent|written|new|[a-z_]+(:|$)|The parameters are omitted)/,
        )
      expect(bare(line.replace(/^## |\*\*\w+\*\*/, ''))).not.toMatch(/[<>*_~#`&$]|\]\(/)
    }
    // Every row of a table has as many cells as its head.
    const cells = lines.map((line) => (line.startsWith('|') ? line.replaceAll('\\|', '').split('|').length : 0))
    cells.forEach((count, at) => {
      if (count > 0 && (cells[at - 1] ?? 0) > 0) expect([lines[at], count]).toEqual([lines[at], cells[at - 1]])
    })
    expect(chainMermaid(analysis)).not.toMatch(unseen)
    for (const line of chainMermaid(analysis).trimEnd().split('\n').slice(1))
      expect(line).toMatch(
        /^ {2}e\d(\(\["|\{\{"|\[\/"|>")[\w ./:@,#;-]*<br>[\w ./:@,#;-]*("\]\)|"\}\}|"\/\]|"\])$|^ {2}e\d (-->\||-\. )"[\w ,/]+"(\|| \.->) e\d$/,
      )
    const svg = chainSvg(analysis)
    expect(svg).not.toMatch(unseen)
    expect(
      svg.replace(/<\/?(svg|title|rect|text|line)( [a-z][\w-]*="[^"<>]*"| xmlns="[^"]*"| viewBox="[^"]*")*\/?>/g, ''),
    ).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;)/)
  }
})
