import { expect, test } from 'vitest'
import { candidateTables } from '../answer/candidates.ts'
import { limits } from '../limits.ts'
import { exampleSnapshots, workspaceOfDraft } from '../testing/examples.ts'
import { analyze } from '../answer/analyze.ts'
import { open, workspace } from '../testing/workspace.ts'
import { chainMermaid, chainSvg } from './chain-picture.ts'
import { code } from './markdown.ts'
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

test('the chain as Mermaid: a node for each element, a line with its verdicts', () => {
  expect(chainMermaid(open(files).analyze('t'))).toBe(`flowchart TD
  e0(["t<br>tool, project"])
  e1{{"run/py<br>runtime, system:core"}}
  e2[/"rye/core/primitives/execute<br>primitive, system"/]
  e0 -->|"space ok, I/O not declared, version not declared"| e1
  e1 -->|"space ok, I/O not declared, version not declared"| e2
`)
})

test('what is missing is an open end in every form', () => {
  const broken = open(workspace`
    === project/tools/t.py
    __executor_id__ = "no \\"<such>\\" thing"
  `).analyze('t')
  expect(chainMermaid(broken)).toContain('e0 -. "not found, or not allowed" .-> e1')
  expect(chainMermaid(broken)).toContain('e1>"no #34;#60;such#62;#34; thing<br>the chain ends here"]')
  expect(chainSvg(broken)).toContain('no &quot;&lt;such&gt;&quot; thing')
  expect(chainMermaid(open(files).analyze('nobody'))).toContain('e0>"nobody<br>the chain ends here"]')
})

test('the SVG stands alone: nothing is loaded, nothing runs', () => {
  const svg = chainSvg(open(files).analyze('t'))
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+"/)
  expect(svg).not.toMatch(/<script|href|url\(|<style/)
  expect(svg.match(/<rect /g)).toHaveLength(1 + 3)
})

test('a report says everything that the page shows, and no secret', () => {
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
    ...['## Where each element was looked for', '## Where the values come from', '## Trace'],
  ])
  expect(report).toContain('# `t`: ready')
  expect(report).toContain('[Open it](https://here/#x)')
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

test('what an issue cannot hold is left out from the end, and named', () => {
  const long = open({
    files: {
      ...files.files,
      '/project/.env': Array.from({ length: 3000 }, (_, at) => `V${at}=${'x'.repeat(30)}`).join('\n'),
    },
  })
  const report = analysisReport(long.analyze('t'))
  expect(report.length).toBeLessThan(limits.reportLength + 300)
  expect(report).toMatch(/Left out, because a report has at most 60000 characters: Environment, .*Trace\.\n$/)
})

test.for([
  { text: 'plain', shown: '`plain`' },
  { text: 'a`b', shown: '``a`b``' },
  { text: '`', shown: '`` ` ``' },
  { text: '', shown: '(empty)' },
  { text: 'a|b', shown: '`a\\|b`' },
])('code %j', ({ text, shown }) => {
  expect(code(text)).toBe(shown)
})
