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

test('pins are offered for the graph that is chosen, and those that name none', () => {
  expect(walkFilesOf(snapshot)).toHaveLength(3)
  expect(pinFilesOf(snapshot)).toEqual([`${walks}any.yml`, `${walks}site.yaml`])
})

test('whoever keeps a walk is told which of its lines hold secrets', () => {
  const path = '/project/.ai/walks/say-pins.yaml'
  const draft = {
    ...snapshot,
    files: { '/project/.env': 'DB=not-for-links', '/project/a.txt': 'password: Tr0ub4dor&3' },
  }
  const text = 'pins:\n  - at: "say"\n    raw: {"said": "it is not-for-links", "password": "Tr0ub4dor&3"}\n'
  expect(secretsKept(draft, path, text)).toEqual(['password in line 3', 'DB in line 3'])
  expect(secretsKept(draft, path, 'pins: []\n')).toEqual([])
})
