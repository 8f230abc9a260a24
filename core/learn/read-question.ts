import { readPins } from '../graph/walk-test.ts'
import type { Fields } from '../read/fields.ts'
import { orderAsks, predictAsks, questionOf, type Ask, type Question } from './question.ts'
import { readEdit } from './read-edit.ts'

/** The question of a `predict` or `order` step; null if its `ask` is not valid. */
export function readQuestion(step: Fields, within: string): Question | null {
  const fields = step.child('ask')
  const ask = fields && readAsk(fields)
  const change = step.child('suppose')
  const suppose = change ? readEdit(change, `\`suppose\` of ${within}`) : null
  const variations = step
    .members('variations', (number) => `variation ${number} of ${within}`)
    .map(({ fields: one, within: called }) => ({ condition: one.text('if'), edit: readEdit(one, called) }))
  return ask ? questionOf({ ask, suppose, variations }) : null
}

function readAsk(fields: Fields): Ask | undefined {
  const asked = [...predictAsks, ...orderAsks].find((kind) => fields.forms.includes(kind))
  switch (asked) {
    case 'winner':
    case 'spaces':
      return { kind: asked, item_id: fields.text(asked) }
    case 'value':
    case 'overrides':
    case 'template':
      return { kind: asked, pointer: fields.text(asked) }
    case 'branch':
      return { kind: asked, node: fields.text(asked), scope: fields.json('with') }
    case 'walk':
      readPins(fields, asked)
      return { kind: asked, pins: fields.json(asked) }
    case 'status':
    case 'output':
    case 'chain':
      return { kind: asked }
    case undefined:
      return undefined
  }
}
