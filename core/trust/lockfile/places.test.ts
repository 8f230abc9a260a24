import { expect, test } from 'vitest'
import { open } from '../integrity/fixtures.ts'
import { PyFloat } from '../../read/value/value.ts'
import {
  findLockfile,
  listLockfiles,
  lockVersion,
  lockfilePath,
  lockfileToDelete,
  lockfileWritePath,
  mostListed,
} from './places.ts'

const at = (root: string, name = 't@1.0.0') => `${root}/.ai/lockfiles/${name}.lock.json`

const text = ''

test('R11.1: lockfiles are read from project, user, system; written to project; never deleted from system', () => {
  const roots = ['/project', '/user', '/system', '/more']
  for (const [first, expected] of roots.entries()) {
    const { workspace } = open(Object.fromEntries(roots.slice(first).map((root) => [at(root), text])))
    expect(findLockfile(workspace, 't', '1.0.0')).toEqual({ path: at(expected) })
    expect(lockfileToDelete(workspace, 't', '1.0.0')).toEqual({ path: first < 2 ? at(expected) : null })
    expect(lockfileWritePath(workspace, 't', '1.0.0')).toBe(at('/project'))
  }
  expect(findLockfile(open({}).workspace, 't', '1.0.0')).toEqual({ path: null })
})

test.for<[string, string, string | object]>([
  ['a/b/c', '1.0.0', '/p/.ai/lockfiles/a/b/c@1.0.0.lock.json'],
  ['t', '1/2', '/p/.ai/lockfiles/t@1/2.lock.json'],
  ['t', '', '/p/.ai/lockfiles/t@.lock.json'],
  ['__proto__', '1', '/p/.ai/lockfiles/__proto__@1.lock.json'],
  ['', '1', { problem: 'item-id', because: 'empty' }],
  ['/x', '1', { problem: 'item-id', because: 'absolute' }],
  ['../x', '1', { problem: 'item-id', because: 'segment' }],
  ['a/./b', '1', { problem: 'item-id', because: 'segment' }],
  ['a//b', '1', { problem: 'item-id', because: 'segment' }],
  ['a\\b', '1', { problem: 'item-id', because: 'backslash' }],
  ['a\0b', '1', { problem: 'item-id', because: 'nul' }],
  ['t', 'x/../../../../etc/x', { problem: 'version', because: 'segment' }],
  ['t', '1\\..\\x', { problem: 'version', because: 'backslash' }],
  ['t', '1\0', { problem: 'version', because: 'nul' }],
])('R1.4, R11.1: the lockfile of %j at version %j has the expected path', ([id, version, expected]) => {
  expect(lockfilePath('/p', id, version)).toEqual(expected)
})

test('L4: a tool without a version uses the lockfile of 0.0.0', () => {
  expect([undefined, null, '2.0', 1, new PyFloat(1)].map(lockVersion)).toEqual(['0.0.0', '0.0.0', '2.0', '1', '1.0'])
})

test('L5: lists are recursive and sorted by path, and contain only files with a lockfile name', () => {
  const { workspace, tree } = open({
    [at('/project')]: '',
    [at('/project', 'a/b/c@2')]: '',
    [at('/project', 'a@b@3')]: '',
    [at('/project', 'plain')]: '',
    [at('/project', 'v@1/2')]: '',
    [at('/user', 'u@1')]: '',
    [at('/more', 's@1')]: '',
    '/project/.ai/lockfiles/readme.md': '',
    [`${at('/project', 'folder@1')}/x`]: '',
  })
  tree.link('/project/.ai/lockfiles/loop', '/project/.ai/lockfiles')
  tree.link(at('/project', 'gone@1'), '/nowhere')
  const rows = listLockfiles(workspace).map(({ tool_id, version, space }) => `${space} ${tool_id} ${version}`)
  expect(rows).toEqual([
    'system s 1',
    'project a/b/c 2',
    'project a@b 3',
    'project plain unknown',
    'project t 1.0.0',
    'project v 1/2',
    'user u 1',
  ])
  expect(listLockfiles(workspace, 'system')).toEqual([
    { tool_id: 's', version: '1', space: 'system', path: at('/more', 's@1') },
  ])
  expect(listLockfiles(open({}).workspace)).toEqual([])
})

test('a list of lockfiles ends at its limit', () => {
  const files: Record<string, string> = {}
  for (let index = 0; index < mostListed + 10; index++) files[at('/project', `t${index}@1`)] = ''
  expect(listLockfiles(open(files).workspace)).toHaveLength(mostListed)
})
