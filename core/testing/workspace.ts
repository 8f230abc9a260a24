import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Analysis } from '../answer/analysis.ts'
import { analyze } from '../answer/analyze.ts'
import type { AnalysisOptions } from '../answer/request.ts'
import type { Host } from '../input/host.ts'
import { pathWritten } from '../manual/example.ts'
import { pureHost } from '../pure-host.ts'
import { MemoryTree } from '../input/memory-tree.ts'
import type { SourceRange } from '../text/source.ts'
import type { Dict } from '../read/value/value.ts'
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts'
import { Workspace } from '../workspace/workspace.ts'

/** Files of a test: contents by absolute path, and the «marked» ranges in the order of their start. */
export interface TestFiles {
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly marks: readonly SourceRange[]
}

const heading = /^([ \t]*)=== (.+)$/

/**
 * A small workspace as one string. A line `=== project/tools/t.py` starts a file, and «marks» are the ranges that a
 * test expects. `tools`, `config` and `lockfiles` in a root mean `.ai/tools` and so on.
 */
export function workspace(strings: TemplateStringsArray, ...values: readonly (string | number)[]): TestFiles {
  const text = strings.map((part, index) => (index === 0 ? '' : String(values[index - 1])) + part).join('')
  const files: Record<string, string> = {}
  const marks: SourceRange[] = []
  let lines: string[] | undefined
  let path = ''
  let indent = ''
  const close = (): void => {
    if (!lines) return
    while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
    files[path] = unmark(lines.length === 0 ? '' : `${lines.join('\n')}\n`, path, marks)
  }
  for (const line of text.split('\n')) {
    const opened = heading.exec(line)
    if (opened) {
      close()
      lines = []
      indent = opened[1] ?? ''
      path = pathWritten((opened[2] ?? '').trim())
    } else lines?.push(line.startsWith(indent) ? line.slice(indent.length) : line.trimStart())
  }
  close()
  return { files, marks }
}

function unmark(marked: string, path: string, marks: SourceRange[]): string {
  let text = ''
  const open: number[] = []
  for (const character of marked) {
    if (character === '«') open.push(marks.push({ path, start: text.length, end: -1 }) - 1)
    else if (character === '»') {
      const index = open.pop()
      if (index === undefined) throw new Error(`${path}: » without «`)
      marks[index] = { path, start: marks[index]!.start, end: text.length }
    } else text += character
  }
  if (open.length > 0) throw new Error(`${path}: « without »`)
  return text
}

/** The default settings of tests: lillux, scoped, dev mode, two bundles, a small Linux world. */
export const testSettings: WorkspaceSettings = {
  dialect: 'lillux',
  search: 'scoped',
  project: '/project',
  user: '/user',
  systems: [
    { bundle_id: 'core', version: '1.0.0', root: '/system' },
    { bundle_id: 'more', version: '2.0.0', root: '/more' },
  ],
  dev_mode: true,
  world: {
    environ: { PATH: '/usr/bin:/bin', HOME: '/home/u' },
    programs: [],
    files: ['/usr/bin/python3', '/bin/sh'],
    path_separator: ':',
  },
}

/** A workspace over files in memory that a test can change. */
export interface TestWorkspace {
  readonly workspace: Workspace
  readonly tree: MemoryTree
  write(path: string, text: string | Uint8Array): void
  analyze(item_id: string, parameters?: string | Dict, options?: AnalysisOptions): Analysis
}

/** Opens files with the test settings and optional overrides. */
export function open(
  { files }: Pick<TestFiles, 'files'>,
  settings: Partial<WorkspaceSettings> = {},
  host: Host = pureHost,
): TestWorkspace {
  const tree = new MemoryTree()
  const write = (path: string, text: string | Uint8Array): void =>
    tree.write(path, typeof text === 'string' ? utf8ToBytes(text) : text)
  for (const [path, text] of Object.entries(files)) write(path, text)
  const workspace = new Workspace({ ...testSettings, ...settings }, tree, host)
  return {
    workspace,
    tree,
    write,
    analyze: (item_id, parameters = '{}', options = {}) => analyze(workspace, { item_id, parameters }, options),
  }
}

/** The analysis of one item in the files. Default: `t`. */
export function analyzeFiles(
  files: TestFiles['files'],
  parameters = '{}',
  settings: Partial<WorkspaceSettings> = {},
  item = 't',
): Analysis {
  return open({ files }, settings).analyze(item, parameters)
}

/** The distinct codes of an analysis, sorted; hints only on request. */
export function codesOf({ diagnostics }: Analysis, hints = false): readonly string[] {
  const shown = diagnostics.filter(({ severity }) => hints || severity !== 'hint')
  return [...new Set(shown.map(({ code }) => code))].sort()
}

/** The distinct codes of an analysis, sorted, without hints and without missing signatures. */
export function findingsOf(analysis: Analysis): readonly string[] {
  return codesOf(analysis).filter((code) => code !== 'signature-missing')
}
