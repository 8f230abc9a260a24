import { expect, test } from 'vitest'
import { bundleOfDialect, type Snapshot } from '#core'
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
