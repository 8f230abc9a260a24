import { expect, test } from 'vitest'
import { bundleOfDialect, type Snapshot } from '#core/workspace'
import { secretsKept } from './kept-secrets.ts'
import { pinFilesOf, walkFilesOf } from './walk-files.ts'

const walks = '/project/.ai/walks/'
const snapshot: Snapshot = {
  format: 1,
  name: 'Walks',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: bundleOfDialect.lillux,
  item_id: 'flows/site',
  parameters: '{}',
  files: {
    [`${walks}site.yaml`]: '# of the site\ngraph: "flows/site" # this one\n',
    [`${walks}page.yaml`]: 'graph: flows/page\n',
    [`${walks}any.yml`]: 'pins: []\n',
    '/project/graph.yaml': 'graph: flows/site\n',
  },
}

test('only pins of the selected graph, and pins without a graph, are offered', () => {
  expect(walkFilesOf(snapshot)).toHaveLength(3)
  expect(pinFilesOf(snapshot)).toEqual([`${walks}any.yml`, `${walks}site.yaml`])
})

test('a saved walk lists the lines that contain secrets', () => {
  const path = '/project/.ai/walks/say-pins.yaml'
  const draft = {
    ...snapshot,
    files: { '/project/.env': 'DB=not-for-links', '/project/a.txt': 'password: Tr0ub4dor&3' },
  }
  const text = 'pins:\n  - at: "say"\n    raw: {"said": "it is not-for-links", "password": "Tr0ub4dor&3"}\n'
  expect(secretsKept(draft, path, text)).toEqual(['password on line 3', 'DB on line 3'])
  expect(secretsKept(draft, path, 'pins: []\n')).toEqual([])
})
