import { expect, test } from 'vitest'
import { pureHost } from './host.ts'
import { parsePython } from '../read/python/parse.ts'
import { open, workspace } from '../testing/workspace.ts'

// What a host lends is asked of it, and of nobody else.

const files = workspace`
  === project/tools/t.py
  __version__ = "1.0.0"
  __executor_id__ = "rye/core/primitives/execute"
  CONFIG = {"command": "ls"}
  === project/tools/u.yaml
  executor_id: rye/core/primitives/execute
  config: {command: ls}
`

test('R2.1: the Python reader of a host reads every Python file, once, and nothing else', () => {
  const asked: string[] = []
  const parse = (text: string) => (asked.push(text), parsePython(text))
  const world = open(files, {}, { ...pureHost, parsePython: parse })
  const [lent, own] = [world.analyze('t'), open(files).analyze('t')]
  expect(lent).toEqual(own)
  world.analyze('u')
  world.analyze('t')
  expect(asked).toEqual([files.files['/project/.ai/tools/t.py']])
})

test('R2.1: what the Python reader of a host answers is what counts', () => {
  const error = { message: 'told by the host', start: 0, end: 1 }
  const { analyze } = open(files, {}, { ...pureHost, parsePython: () => ({ kind: 'syntax-error', error }) })
  expect(analyze('t')).toMatchObject({ status: 'refused', plan: null })
  expect(analyze('t').diagnostics.map(({ code, facts }) => [code, facts['problem']])).toContainEqual([
    'metadata-syntax',
    'told by the host',
  ])
  expect(analyze('u').plan).not.toBeNull()
})
