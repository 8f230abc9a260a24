import { expect, test } from 'vitest'
import { withReplaced } from './editor.ts'
import { GraphKnowledge } from './graph-knowledge.ts'

const path = '/project/.ai/tools/flow.yaml'
const text = `tool_type: graph
config:
  start: fetch
  nodes:
    fetch:
      action: {item_id: "tool:demo/get", params: {}}
      assign: {page: "\${result.page}"}
      next: done
    done: {type: return, output: "\${state.page}"}
`
const graphs = new GraphKnowledge()
const cut = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end)

test('a node named by an edge resolves to its definition, and is renamed everywhere', () => {
  const offset = text.indexOf('next: done') + 8
  const definition = graphs.definition(path, text, offset)
  expect(definition?.start).toBe(text.indexOf('done: {type'))
  expect(graphs.references(path, text, offset).map(cut)).toEqual(['done', 'done'])
  expect(graphs.hover(path, text, offset)?.markdown).toContain('done')
  const renamed = graphs.rename(path, text, offset, 'end')
  const edits = renamed && 'edits' in renamed ? renamed.edits : []
  expect(withReplaced(text, edits, 'end')).toBe(text.replace('next: done', 'next: end').replace('done: {', 'end: {'))
  expect(graphs.rename(path, text, offset, 'fetch')).toHaveProperty('because')
})

test('nodes and state keys are suggested in an unfinished line', () => {
  const offers = (line: string, at = line.length) =>
    graphs.suggest(path, text.replace('next: done', line), text.indexOf('next: done') + at, ['demo/get'])
  expect(offers('next: d')?.map(({ label }) => label)).toEqual(['fetch', 'done'])
  expect(offers('x: "${state.')?.map(({ label }) => label)).toContain('page')
})

test('files other than graphs have no definitions or suggestions', () => {
  expect(graphs.definition('/project/.ai/tools/a.yaml', 'tool_type: bash\nnext: done\n', 20)).toBeUndefined()
  expect(graphs.suggest('/project/.ai/tools/a.py', 'next: ', 6, [])).toBeUndefined()
})
