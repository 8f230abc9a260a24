import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Analysis } from '../answer/analysis.ts'
import { analyze } from '../answer/analyze.ts'
import { WorkspaceChecker } from '../answer/check.ts'
import { diagnosticEntry } from '../answer/document.ts'
import { Placer } from '../answer/placer.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import { readMetadata } from '../read/metadata/read.ts'
import { dialects } from '../rules/dialect.ts'
import { codeEntries, codes, codesDocument, type Said } from '../testing/diagnostics/entries.ts'
import { Expectations } from '../expect/expectations.ts'
import { runWalkTests } from '../expect/walk-tests.ts'
import { open, testSettings } from '../testing/workspace.ts'
import { validateTool } from '../resolve/validate/lint.ts'
import { Workspace } from '../workspace/workspace.ts'
import { describe } from './describe.ts'
import type { Diagnostic, DiagnosticCode } from './facts.ts'
import { severity } from './severity.ts'
import { everyPart, pureHost } from '../pure-host.ts'

// A tree whose reads fail.

class BrokenTree extends MemoryTree {
  override read(): never {
    throw new Error('the disk is on fire')
  }
}

/** The findings in the example of a code. */
function findingsOf(code: DiagnosticCode): Analysis['diagnostics'] {
  const { only, files } = codeEntries[code]
  if (only !== 'tests' && only !== 'check') return analysisOf(code).diagnostics
  const { workspace } = open(files)
  if (only === 'check') {
    const checker = new WorkspaceChecker(workspace, {}, { most: { checkWork: 0, checkItemWork: 0 } })
    return checker.checkAll().flatMap((item) => checker.ownEntries(item))
  }
  const placer = new Placer(workspace)
  const findings = [...runWalkTests(workspace).findings, ...new Expectations(workspace).check().findings]
  return findings.map((finding) => diagnosticEntry(placer, finding, true))
}

function analysisOf(code: DiagnosticCode): Analysis {
  const {
    files,
    bytes = {},
    links = {},
    item = 't',
    parameters = '{}',
    settings = {},
    options,
    only,
  } = codeEntries[code]
  const { tree, analyze: ask } = open({ files: { ...files.files, ...bytes } }, settings)
  for (const [path, target] of Object.entries(links)) tree.link(path, target)
  if (only !== 'broken-tree') return ask(item, parameters, options)
  const broken = new BrokenTree()
  for (const path of Object.keys(files.files)) broken.write(path, new Uint8Array())
  return analyze(new Workspace(testSettings, broken, pureHost), { item_id: item, parameters })
}

const alone: readonly Diagnostic[] = [
  ...validateTool({ item_id: null, space: 'project', at: () => null }),
  ...validateTool({ item_id: 't', space: 'galaxy', at: () => null }),
]

const page = join(import.meta.dirname, '../../docs/reference/problems.md')

/** The sentences for a code in its example. */
function saidOf(code: DiagnosticCode): Said {
  const found =
    codeEntries[code].only === 'validateTool'
      ? alone.map((finding) => ({ code: finding.code, ...describe(finding, everyPart) }))
      : findingsOf(code)
  return found.find((finding) => finding.code === code) ?? { message: '', hint: '' }
}

test('every code has one entry, one heading and one severity', () => {
  const text = readFileSync(page, 'utf8')
  const headings = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1])
  expect(headings).toEqual(codes)
  expect([...codes].sort()).toEqual(Object.keys(severity).sort())
})

test('docs/reference/problems.md matches the table and the engine', async () => {
  await expect(codesDocument(saidOf)).toMatchFileSnapshot(page)
})

test.for(codes)('%s: the example has this code', (code) => {
  const found =
    codeEntries[code].only === 'validateTool'
      ? alone.map((finding) => finding.code)
      : findingsOf(code).map((finding) => finding.code)
  expect(found).toContain(code)
})

test.for(codes)('%s: message and hint are complete sentences with every value filled in', (code) => {
  const prose =
    codeEntries[code].only === 'validateTool'
      ? alone.filter((finding) => finding.code === code).map((finding) => describe(finding, everyPart))
      : findingsOf(code).filter((finding) => finding.code === code)
  expect(prose.length).toBeGreaterThan(0)
  for (const { message, hint } of prose) {
    for (const sentence of [message, hint]) {
      expect(sentence).toMatch(/^\S.*[.?!]$/s)
      expect(sentence).not.toMatch(/undefined|\[object|NaN|\$\{[a-z_]|\.\.$/)
      expect(sentence.length).toBeLessThan(600)
    }
  }
})

test.for(codes)('%s: the description and the fix are sentences, and the rule has a rule ID', (code) => {
  const { what, fix, rule } = codeEntries[code]
  for (const sentence of [what, fix]) expect(sentence).toMatch(/^\S.*\.$/s)
  expect(rule).toMatch(/^(?:H[12]|R\d+\.\d+)(?: R\d+\.\d+)*$/)
})

test.for([
  { path: 't.py', text: '__version__ = find()', form: '__version__ = "1.0.0"' },
  { path: 't.js', text: 'export const __version__ = find()', form: 'const __version__ = "1.0.0"' },
  { path: 't.ts', text: '__version__ = "1.0.0"', form: 'const __version__ = "1.0.0"' },
  { path: 't.sh', text: '# __version__ = $(find)', form: '# __version__ = "1.0.0"' },
])('the hint at $text in $path shows a valid form of metadata', ({ path, text, form }) => {
  const read = (source: string) => readMetadata(path, `${source}\n`, dialects.lillux, everyPart)
  const [finding] = read(text).diagnostics
  expect(finding && describe(finding, everyPart).hint).toContain(`for example ${form.replace('1.0.0', '...')}.`)
  expect([...read(form).fields.keys()]).toEqual(['version'])
})
