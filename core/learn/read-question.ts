import { limits } from '../limits.ts'
import { capital, type Fields } from '../expect/fields.ts'
import { orderAsks, predictAsks, questionOf, type Ask, type Question, type Variation } from './question.ts'
import { readEdit } from './read-edit.ts'
import { askKeys, editKeys, variationKeys } from './schema.ts'

/** The question of a `predict` or `order` step; null, with a problem, if it has none or more than one. */
export function readQuestion(step: Fields, kind: 'predict' | 'order', within: string): Question | null {
  if (!step.has('ask')) {
    step.complain(
      'missing',
      `${capital(within)} has no \`ask\`.`,
      `Write \`ask:\` with one of ${allowed(kind).join(', ')}.`,
    )
    return null
  }
  const fields = step.child('ask', askKeys)
  const ask = fields && readAsk(fields, kind, within)
  const suppose = step.child('suppose', editKeys)
  const variations = readVariations(step, within)
  return ask
    ? questionOf({ ask, suppose: suppose ? readEdit(suppose, `\`suppose\` of ${within}`) : null, variations })
    : null
}

function allowed(kind: 'predict' | 'order'): readonly Ask['kind'][] {
  return kind === 'predict' ? predictAsks : orderAsks
}

function readAsk(fields: Fields, kind: 'predict' | 'order', within: string): Ask | undefined {
  const kinds = allowed(kind)
  const given = [...predictAsks, ...orderAsks].filter((key) => fields.has(key))
  const [asked] = given
  if (asked === undefined || given.length > 1 || !kinds.includes(asked)) {
    fields.complain(
      'missing',
      `\`ask\` of ${within} ${asked === undefined ? 'has no question' : `has the wrong keys: ${given.join(', ')}`}.`,
      `Write exactly one of ${kinds.join(', ')} for a step of the kind ${kind}.`,
    )
    return undefined
  }
  switch (asked) {
    case 'winner':
    case 'spaces':
      return { kind: asked, item_id: fields.text(asked) }
    case 'value':
    case 'overrides':
    case 'template':
      return { kind: asked, pointer: readPointer(fields, asked, within) }
    case 'branch':
      return { kind: asked, node: fields.text(asked), scope: fields.json('with') }
    case 'walk':
      return { kind: asked, pins: fields.json(asked) }
    case 'status':
    case 'output':
    case 'chain':
      if (!fields.flag(asked))
        fields.complain('not-allowed', `The value of \`${asked}\` in ${within} must be true.`, 'Write true.', asked)
      return { kind: asked }
  }
}

function readPointer(fields: Fields, key: string, within: string): string {
  const pointer = fields.text(key)
  if (pointer.length > limits.lessonShortText || !pointer.startsWith('/'))
    fields.complain(
      'not-allowed',
      `The pointer of ${within} is not valid.`,
      `Start the pointer with a slash, as in /plan/timeout, and use at most ${limits.lessonShortText} characters.`,
      key,
    )
  return pointer
}

function readVariations(step: Fields, within: string): readonly Variation[] {
  return step.list('variations', limits.lessonVariations, false).flatMap((node, index) => {
    const called = `variation ${index + 1} of ${within}`
    const fields = step.member(node, called, variationKeys)
    return fields ? [{ condition: fields.text('if'), edit: readEdit(fields, called) }] : []
  })
}
