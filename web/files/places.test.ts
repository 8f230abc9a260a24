import { expect, test } from 'vitest'
import { baseName, copyPath, isReadOnly, itemIdOf, placeProblem, shortPath, spaceName, spaceOfPath } from './places.ts'

const there = ['/project/.ai/tools/demo/greet.py', '/user/x']

test.for([
  ['/project/.ai/tools/a.py', undefined],
  ['/user/x', undefined],
  ['/system/ryeos-core/x', 'not in /project, /user or a system bundle'],
  ['/project/../etc/passwd', 'contains the name "." or ".."'],
  ['/project//a', 'it contains an empty name'],
  ['/project/a\\b', 'a backslash'],
  ['/project/\u202ea.py', 'changes the text direction'],
  ['/project/.ai/tools/demo', 'the path of both a file and a folder'],
  ['/project/.ai', 'the path of both a file and a folder'],
  ['/user/x/y', 'the path of both a file and a folder'],
] as const)('the path %s is checked as a new path: %s', ([path, problem]) => {
  if (problem === undefined) expect(placeProblem([path], there)).toBeUndefined()
  else expect(placeProblem([path], there)).toContain(problem)
})

test.for([
  ['/project/.ai/tools/demo/greet.py', 'demo/greet'],
  ['/system/ryeos-core/.ai/tools/rye/core/x.yaml', 'rye/core/x'],
  ['/user/.ai/tools/a.mjs', 'a'],
  ['/project/.ai/tools/readme.md', undefined],
  ['/project/.ai/config/a.yaml', undefined],
] as const)('the item ID of the path %s is %s', ([path, id]) => {
  expect(itemIdOf(path)).toBe(id)
})

test('a path determines its space, its name in the space, and whether it is writable', () => {
  expect(spaceOfPath('/system/b/x')).toBe('system')
  expect(isReadOnly('/system/b/x')).toBe(true)
  expect(isReadOnly('/user/x')).toBe(false)
  expect(shortPath('/system/b/.ai/x')).toBe('.ai/x')
  expect(baseName('/a/b.py')).toBe('b.py')
  expect(spaceName('system:ryeos-core')).toBe('system')
})

test.for([
  ['/project/a.py', false, '/project/a_copy.py'],
  ['/project/.env', false, '/project/.env_copy'],
  ['/project/v1.2', true, '/project/v1.2_copy'],
  ['/project/taken.py', false, '/project/taken_copy3.py'],
] as const)('a copy of %s (a folder: %s) is %s', ([path, isFolder, copy]) => {
  const taken = ['/project/taken_copy.py', '/project/taken_copy2.py']
  expect(copyPath(path, isFolder, (one) => taken.includes(one))).toBe(copy)
})
