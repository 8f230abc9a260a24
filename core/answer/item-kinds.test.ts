import { expect, test } from 'vitest'
import type { ItemKind } from '../read/metadata/metadata.ts'
import { open, analyzeFiles } from '../testing/workspace.ts'
import { tool } from '../testing/worst/attack.ts'
import { projectReport } from '../expect/project-report.ts'
import { WorkspaceChecker } from './check.ts'

interface Kept {
  readonly name: string
  readonly text: string
  readonly kind: ItemKind
}
const kinds: readonly Kept[] = [
  { name: '__init__.py', text: '', kind: 'library' },
  { name: 'package.json', text: '{"type": "module"}\n', kind: 'library' },
  { name: 'helper.py', text: '__version__ = "1.0.0"\ndef f(): pass\n', kind: 'library' },
  { name: 'data.yaml', text: 'a: 1\n', kind: 'library' },
  { name: 'typeless.yaml', text: 'tool_type: null\n', kind: 'library' },
  { name: 'lib.mjs', text: 'export const a = 1\n', kind: 'library' },
  { name: 'part.sh', text: 'f() { :; }\n', kind: 'library' },
  { name: 'prim.yaml', text: 'executor_id: null\n', kind: 'tool' },
  { name: 'typed.py', text: '__tool_type__ = "python"\n', kind: 'tool' },
  { name: 'broken.py', text: 'def (\n', kind: 'tool' },
  { name: 'computed.py', text: '__executor_id__ = BASE + "x"\n', kind: 'tool' },
  { name: 'mcp.yaml', text: 'tool_type: mcp\nexecutor_id: null\nconfig: {url: "http://localhost"}\n', kind: 'data' },
  { name: 'provider.py', text: '__executor_id__ = None\n__tool_type__ = "provider"\n', kind: 'data' },
  { name: 'header.sh', text: '# __tool_type__ = "mcp"\n# __executor_id__ = None\n', kind: 'data' },
  { name: 'settings.mjs', text: 'const __tool_type__ = "x"\nconst __executor_id__ = null\n', kind: 'data' },
  { name: 'runtime.yaml', text: 'tool_type: runtime\nexecutor_id: ~\n', kind: 'data' },
  { name: 'empty.yaml', text: 'tool_type: mcp\nexecutor_id:\n', kind: 'data' },
  { name: 'last.py', text: '__tool_type__ = "x"\n__executor_id__ = "a"\n__executor_id__ = None\n', kind: 'data' },
  { name: 'unfinished.yaml', text: 'tool_type: mcp\n', kind: 'tool' },
  { name: 'typeless-null.yaml', text: 'tool_type: null\nexecutor_id: null\n', kind: 'tool' },
  { name: 'primitive.yaml', text: 'tool_type: primitive\nexecutor_id: null\n', kind: 'tool' },
  { name: 'named.yaml', text: 'tool_type: mcp\nexecutor_id: "null"\n', kind: 'tool' },
  { name: 'blank.yaml', text: 'tool_type: mcp\nexecutor_id: ""\n', kind: 'tool' },
  { name: 'later.py', text: '__tool_type__ = "x"\n__executor_id__ = None\n__executor_id__ = f()\n', kind: 'tool' },
]
test.for(kinds)('R1.7 R1.8: $name with $text has the kind $kind', ({ name, text: content, kind }) => {
  const file = `/project/.ai/tools/lib/${name}`
  const { workspace: opened } = open(
    { files: { ...tool('config: {command: ls}'), [file]: content } },
    { dev_mode: false },
  )
  const check = new WorkspaceChecker(opened).checkAll().find((one) => one.path === file)
  expect(check).toMatchObject({ kind, ...(kind === 'tool' ? {} : { findings: [], errors: 0 }) })
  if (kind === 'tool') expect(check?.errors).toBeGreaterThan(0)
})

test.for(kinds.filter(({ kind }) => kind !== 'tool'))(
  'R1.7 R1.8: if $name is requested or named as executor, a finding names its kind, $kind, and the file is verified',
  ({ name, text: content, kind }) => {
    const id = `lib/${name.slice(0, name.lastIndexOf('.'))}`
    const files = {
      '/project/.ai/tools/t.yaml': `executor_id: ${id}\n`,
      [`/project/.ai/tools/lib/${name}`]: content,
    }
    const { analyze } = open({ files }, { dev_mode: false })
    for (const item of ['t', id]) {
      const { diagnostics } = analyze(item)
      const ended = diagnostics.find(({ code }) => code === 'chain-not-primitive')
      expect(ended).toMatchObject({ severity: 'error', facts: { item_id: id, because: kind } })
      expect(ended?.message).toContain(kind === 'data' ? 'primitive but data: ' : 'primitive but a library: ')
      expect(diagnostics.map(({ code, at }) => [code, at?.path])).toContainEqual([
        'signature-missing',
        `/project/.ai/tools/lib/${name}`,
      ])
    }
  },
)

const at = (name: string): string => `/project/.ai/tools/${name}`

test.for([
  { name: 'n.json', text: '{"executor_id": null}', kind: 'tool' },
  { name: 'package.json', text: '{"name": "x", "version": "1.0.0", "config": {}}', kind: 'library' },
  { name: 'n.yaml', text: 'tool_type: null\nversion: "1"\n', kind: 'library' },
  { name: 's.sh', text: '#!/bin/sh\n# __version__ = "1"\necho\n', kind: 'library' },
  { name: 's.sh', text: '# __executor_id__ = None\n', kind: 'tool' },
  { name: 'm.ts', text: 'export const __tool_type__ = "x"\n', kind: 'tool' },
  { name: 'm.ts', text: 'export const tool_type = "x"\n', kind: 'library' },
  { name: 'p.py', text: 'executor_id = "x"\n', kind: 'library' },
  { name: 'p.py', text: 'if True:\n    __executor_id__ = "x"\n', kind: 'tool' },
  { name: 'l.yaml', text: '- a list\n', kind: 'library' },
  { name: 'b.yaml', text: 'a: [\n', kind: 'tool' },
])('R1.7: $name with $text has the kind $kind', ({ name, text, kind }) => {
  const { workspace } = open({ files: { [at(`d/${name}`)]: text } }, { dev_mode: false })
  const check = new WorkspaceChecker(workspace).checkAll().find(({ path }) => path === at(`d/${name}`))
  expect(check).toMatchObject({ kind })
})

test('R1.7: verify_deps verifies only the libraries that it reaches', () => {
  const files = {
    ...tool(
      'config: {command: ls}\nanchor: {enabled: true, mode: always}\nverify_deps: {enabled: true, scope: anchor, extensions: [.py]}',
    ),
    [at('deep/help.py')]: 'x = 1\n',
    [at('deep/help.mjs')]: 'export const x = 1\n',
  }
  const said = analyzeFiles(files, '{}', { dev_mode: false }).diagnostics.map(({ at: place }) => place?.path)
  expect([said.includes(at('deep/help.py')), said.includes(at('deep/help.mjs'))]).toEqual([true, false])
})

test.for([
  { winner: 'n.py', text: 'def help(): pass\n', other: 'n.yaml', content: 'executor_id: x\n', warns: true },
  {
    winner: 'n.yaml',
    text: 'tool_type: mcp_server\nexecutor_id: null\n',
    other: 'n.mjs',
    content: 'const __executor_id__ = "x"\n',
    warns: true,
  },
  { winner: 'n.py', text: 'x = 1\n', other: 'n.yaml', content: 'a: 1\n', warns: false },
  { winner: 'n.py', text: 'x = 1\n', other: 'n.toml', content: 'a = 1\n', warns: false },
])('R1.3: $winner with $text hides $other, with a warning: $warns', ({ winner, text, other, content, warns }) => {
  const { workspace } = open({ files: { [at(winner)]: text, [at(other)]: content } })
  const { problems, items, warnings } = projectReport(workspace, new WorkspaceChecker(workspace))
  const found = problems.filter(({ entry }) => entry.code === 'extension-ambiguous')
  expect(found.map(({ entry, items: ids }) => [entry.at?.path, entry.facts, ids])).toEqual(
    warns ? [[at(winner), { item_id: 'n', winner: at(winner), others: [at(other)] }, ['n']]] : [],
  )
  expect([warnings, items]).toEqual([warns ? 1 : 0, []])
})
