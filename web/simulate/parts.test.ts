import { expect, test } from 'vitest'
import { simulateNode } from './testing/simulate-node.ts'
import { defaultLimits } from './limits.ts'
import { packFiles } from './packed-files.ts'
import { partsFor } from './parts.ts'

const program = (files: Readonly<Record<string, string>>, args: readonly string[] = ['tool.js']) => {
  const packed = Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  return { command: 'node', args, env: {}, cwd: '/project', stdin: '', files: packFiles(packed), limits: defaultLimits }
}

test.for([
  { files: { '/project/tool.js': 'console.log(1)' }, parts: [] },
  { files: { '/project/tool.js': 'require("crypto")' }, parts: ['hashes.js'] },
  { files: { '/project/lib/a.mjs': 'import "node:zlib"' }, parts: ['deflate.js'] },
  { files: { '/project/bin/tool': 'util.parseArgs()' }, parts: ['arguments.js'] },
  { files: { '/project/notes.txt': 'crypto' }, parts: [] },
  { files: { '/project/tool.ts': '' }, args: ['tool.ts'], parts: ['typescript.js'] },
  { files: {}, args: ['-e', 'require("crypto")'], parts: ['hashes.js'] },
])('a program gets the parts that its text mentions: $parts', ({ files, args, parts }) => {
  expect(partsFor(program(files, args))).toEqual(parts)
})

test('a part whose name does not occur in the code is reported as missing', async () => {
  const code = 'require("cry" + "pto").createHash("md5")'
  const { code: exit, stderr } = await simulateNode({ args: ['-e', code] })
  expect(exit).toBe(1)
  expect(stderr).toContain('[ERR_NOT_SIMULATED]')
  expect(stderr).toContain('Write the name in full, or use a real run')
})

test('a part adds no name to the global object of the program', async () => {
  const code =
    'const before = Object.getOwnPropertyNames(globalThis); require("crypto").createHash("md5"); console.log(Object.getOwnPropertyNames(globalThis).length - before.length)'
  expect((await simulateNode({ args: ['-e', code] })).stdout).toBe('0\n')
})
