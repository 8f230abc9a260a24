import { expect, test } from 'vitest'
import { baseName, isReadOnly, itemIdOf, pathProblem, shortPath, spaceName, spaceOfPath } from './places.ts'

test.for([
  ['/project/.ai/tools/a.py', undefined],
  ['/user/x', undefined],
  ['/system/ryeos-core/x', 'A file must lie in the project or user space.'],
  ['/etc/passwd', 'A file must lie in the project or user space.'],
  ['/project/../etc/passwd', 'A path cannot hold "..": it would leave its folder.'],
  ['/project/./a', 'A path cannot hold ".": it would leave its folder.'],
  ['/project//a', 'A path cannot hold an empty segment.'],
  ['/project/', 'A path cannot hold an empty segment.'],
  ['/project/a\\b', 'A path cannot hold a backslash.'],
  ['/project/a\nb', 'A path cannot hold control characters.'],
  [`/project/${'x'.repeat(256)}`, 'A name cannot be longer than 255 characters.'],
] as const)('pathProblem(%s) is %s', ([path, problem]) => {
  expect(pathProblem(path)).toBe(problem)
})

test.for([
  ['/project/.ai/tools/demo/greet.py', 'demo/greet'],
  ['/system/ryeos-core/.ai/tools/rye/core/x.yaml', 'rye/core/x'],
  ['/user/.ai/tools/a.mjs', 'a'],
  ['/project/.ai/tools/readme.md', undefined],
  ['/project/.ai/config/a.yaml', undefined],
] as const)('itemIdOf(%s) is %s', ([path, id]) => {
  expect(itemIdOf(path)).toBe(id)
})

test('a path says its space, its name below the space, and whether it can be written', () => {
  expect(spaceOfPath('/system/b/x')).toBe('system')
  expect(isReadOnly('/system/b/x')).toBe(true)
  expect(isReadOnly('/user/x')).toBe(false)
  expect(shortPath('/system/b/.ai/x')).toBe('.ai/x')
  expect(baseName('/a/b.py')).toBe('b.py')
  expect(spaceName('system:ryeos-core')).toBe('system')
})
