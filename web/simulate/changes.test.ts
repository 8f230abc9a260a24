import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'
import { packFiles } from './packed-files.ts'

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
const before = [
  file('/project/same', '1'),
  file('/project/old', '2'),
  file('/user/gone', '3'),
  file('/project/big', '4'),
]

test('created, modified and deleted files are distinguished, in order of path', () => {
  const touched = packFiles([file('/project/same', '1'), file('/project/old', '22'), file('/project/a/new', '5')])
  const paths = ['/project/same', '/project/old', '/project/a/new', '/project/big']
  const changes = changesBetween(before, { touched, paths, oversized: ['/project/big'] })
  expect(changes.map(({ path, change, bytes }) => [path, change, bytes && new TextDecoder().decode(bytes)])).toEqual([
    ['/project/a/new', 'created', '5'],
    ['/project/big', 'modified', null],
    ['/project/old', 'modified', '22'],
    ['/user/gone', 'deleted', null],
  ])
  expect(changes.flatMap(({ left_out }) => left_out ?? [])).toEqual([{ kind: 'limit', limit: 'total_file_size' }])
})

test.for(['/etc/passwd', '/project/../etc/x', '/project', 'project/x', '/project//x', '/projects/x', '/project/a\0b'])(
  'a change of %s, outside the workspace, is ignored',
  (path) => {
    expect(changesBetween([], { touched: packFiles([file(path, 'x')]), paths: [path], oversized: [] })).toEqual([])
  },
)
