import { expect, test } from 'vitest'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'

const greet = ['--dir', 'project', '--item', 'demo/greet'] as const

test('explain shows the element that set a value, its place, and the effect of templates', async () => {
  const cwd = exampleFolder('hello-chain')
  const { code, out } = await ryeChain(cwd, 'explain', ...greet, '--value', '/plan/args/0')
  expect(code).toBe(0)
  expect(out).toContain('/plan/args/0 = /project/.ai/tools/demo/greet.py')
  expect(out).toContain('pass 2, round 1: {tool_path} became /project/.ai/tools/demo/greet.py')
  const interpreter = await ryeChain(cwd, 'explain', ...greet, '--value', '/env/RYE_PYTHON')
  expect(interpreter.out).toContain('not at /project/.venv/bin/python')
  const unknown = await ryeChain(cwd, 'explain', ...greet, '--value', '/plan/args')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('/plan/args/0')])
})

test.for([
  ['chain-cycle', '**Fix:**'],
  ['r6.1', 'The tool overrides the runtime'],
  ['child_constraints', 'min_version'],
  ['anchor', 'a folder with the files that a tool needs'],
  ['limits', 'limits-of-the-engine'],
  ['PRIMITIVE_MAP', 'which do not need a file'],
  ['MAX_CHAIN_DEPTH', 'chainDepth'],
  ['validate_chain', 'validateChain'],
  ['_build_chain', 'buildChain'],
  ['ToolNotFoundError', 'item-not-found'],
  ['SubprocessResult', 'return_code'],
] as const)('explain %s prints the page from the documentation', async ([word, says]) => {
  const cwd = freshFolder()
  const { code, out } = await ryeChain(cwd, 'explain', word)
  expect([code, out]).toEqual([0, expect.stringContaining(says)])
  const page = JSON.parse((await ryeChain(cwd, 'explain', word, '--json')).out) as Readonly<Record<string, string>>
  expect(Object.keys(page)).toEqual(['id', 'title', 'chapter', 'text'])
  expect(out).toContain(page['text'])
})

test('explain suggests similar words for an unknown word, and accepts one word or one item', async () => {
  const cwd = freshFolder()
  const unknown = await ryeChain(cwd, 'explain', 'chain-cicle')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('Did you mean chain-cycle?')])
  expect((await ryeChain(cwd, 'explain', 'zzzzzz')).err).toContain('Chapters: r01-spaces')
  for (const words of [
    ['anchor', 'item'],
    ['anchor', '--item', 'demo/greet'],
  ])
    expect((await ryeChain(cwd, 'explain', ...words)).code).toBe(2)
  expect((await ryeChain(cwd, 'explain')).err).toContain('Pass a code, rule, key or term, or --item for the values')
})
