import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { makePath } from './path.ts'

const path = makePath(() => '/project')
const paths = [
  '',
  '.',
  '/',
  'a',
  'a/',
  '/a',
  '/a/b/c.txt',
  'a/../b',
  '../x',
  '/../x',
  'a//b/./c',
  './a',
  'a/b/..',
  '.hidden',
  'x.tar.gz',
  'a.b/',
  '/a/../..',
]

test.for(paths)('%j is taken apart as Node does', (one) => {
  const [name, real] = [path, posix].map((module) => ({
    normalize: module.normalize(one),
    dirname: module.dirname(one),
    basename: module.basename(one),
    extname: module.extname(one),
    absolute: module.isAbsolute(one),
    parse: module.parse(one),
    joined: module.join(one, '..', 'x'),
    resolved: module.resolve('/project', one),
    relative: module.relative('/project/a/b', module.resolve('/project', one)),
  }))
  expect(name).toEqual(real)
})
