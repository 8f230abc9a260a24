import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productRoot } from '../../engine/product.ts'
import { exampleFolder, ryeChain } from '../../testing/directories.ts'

const project = ['--dir', 'project'] as const
const tool = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n'
const path = 'project/.ai/tools/demo/typo.py'
const typo = tool.replace('script', 'scirpt')

test('--fix applies only unambiguous fixes, and reports each signature that they invalidate', async () => {
  const cwd = exampleFolder('hello-chain', {
    [path]: typo,
    'project/.ai/tools/demo/far.py': tool.replace('script', 'zzzzzzz'),
  })
  await ryeChain(cwd, 'keys', 'new')
  await ryeChain(cwd, 'sign', path, ...project)
  const signed = readFileSync(join(cwd, path), 'utf8')
  const far = readFileSync(join(cwd, 'project/.ai/tools/demo/far.py'), 'utf8')
  const { code, out, err } = await ryeChain(cwd, 'check', ...project, '--fix')
  expect(readFileSync(join(cwd, path), 'utf8')).toBe(signed.replace('scirpt', 'script'))
  expect(err).toMatch(/^fixed {2}demo\/typo: .*rye\/core\/runtimes\/python\/script/m)
  expect(err).toContain(`signature invalid  ${path}: sign it again`)
  expect(readFileSync(join(cwd, 'project/.ai/tools/demo/far.py'), 'utf8')).toBe(far)
  expect([code, out]).toEqual([1, expect.stringContaining('3 items, 1 with errors')])
  expect((await ryeChain(cwd, 'check', ...project, '--fix')).err).not.toMatch(/fixed|signature invalid/)
})

test('--fix does not break a loop, because the fix is a choice', async () => {
  const pair = { ping: 'pong', pong: 'ping' }
  const files = Object.entries(pair).map(([one, other]) => [
    `project/.ai/tools/demo/${one}.yaml`,
    `version: "1.0.0"\ntool_type: tool\nexecutor_id: demo/${other}\n`,
  ])
  const cwd = exampleFolder('hello-chain', Object.fromEntries(files) as Readonly<Record<string, string>>)
  const { code, out, err } = await ryeChain(cwd, 'check', ...project, '--fix')
  expect([code, err]).toEqual([1, ''])
  expect(out).toContain('chain-cycle')
})

test('a file that cannot be read or parsed is reported once, without the chains that end in it', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/demo/broken.py': 'def (\n',
    'project/.ai/tools/demo/runtime.yaml': 'executor_id: [\n',
    'project/.ai/tools/demo/above.yaml': 'version: "1"\nexecutor_id: demo/runtime\n',
  })
  writeFileSync(join(cwd, 'project/.ai/tools/demo/latin.py'), Buffer.from('x = "\xe9"\n', 'latin1'))
  const { code, out } = await ryeChain(cwd, 'check', ...project)
  expect([code, out]).toEqual([1, expect.stringContaining('5 items, 4 with errors')])
  expect(out.match(/error [\w-]+/g)?.sort()).toEqual([
    'error file-unreadable',
    'error metadata-syntax',
    'error metadata-syntax',
  ])
})

test("a finding without a place is reported at its item's file: in text, github, sarif, junit and json", async () => {
  const named = 'demo/back\\slash.py'
  const cwd = exampleFolder('hello-chain', { [`project/.ai/tools/${named}`]: tool })
  const printed = async (format: string) => (await ryeChain(cwd, 'check', ...project, '--format', format)).out
  const line = `project/.ai/tools/${named}:1:1: `
  expect(await printed('text')).toContain(`${line}error item-id-invalid: `)
  expect(await printed('github')).toContain(`::error file=project/.ai/tools/${named},line=1,col=1,`)
  expect(await printed('sarif')).toContain(`"uri": "project/.ai/tools/demo/back%5Cslash.py"`)
  expect(await printed('junit')).toContain(`>${line}item-id-invalid: `)
  expect(await printed('json')).toContain(
    `"path": ${JSON.stringify(`/project/.ai/tools/${named}`)},\n            "start": 0`,
  )
})

test('a file that is both element and dependency is reported once for its untrusted key', async () => {
  const cwd = exampleFolder('node-modules')
  await ryeChain(cwd, 'keys', 'new')
  await ryeChain(cwd, 'sign', '--all', ...project)
  const { out } = await ryeChain(cwd, 'check', '--strict', ...project)
  expect(out).toMatch(/signature-untrusted: 1 file: signed with the key \w+, which is not trusted: \S+shout\.js\n/)
})

test.for([
  { name: 'Windows', text: typo.replaceAll('\n', '\r\n') },
  { name: 'lone returns', text: typo.replaceAll('\n', '\r') },
  { name: 'mixed', text: `# a\r\n# b\r${typo}` },
])("--fix keeps a file's line endings: $name", async ({ text }) => {
  const cwd = exampleFolder('hello-chain', { [path]: text })
  expect((await ryeChain(cwd, 'check', ...project, '--fix')).code).toBe(0)
  expect(readFileSync(join(cwd, path), 'utf8')).toBe(text.replace('scirpt', 'script'))
})

test('a comment with a reason suppresses a finding on its line, the next line or in its file', async () => {
  const check = async (text: string) => {
    const cwd = exampleFolder('hello-chain', { [path]: text })
    const { code, err, json } = await ryeChain(cwd, 'check', ...project, '--json')
    const { suppressed } = json<{ suppressed: number }>()
    return { code, err, suppressed }
  }
  const [version = '', executor = ''] = typo.trimEnd().split('\n')
  const allow = '# rye-chain: allow executor-not-found because it is made by the installer'
  const good = { code: 0, err: '', suppressed: 1 }
  expect(await check(`${version}\n${executor}  ${allow}\n`)).toEqual(good)
  expect(await check(`${version}\n${allow}\n${executor}\n`)).toEqual(good)
  expect(await check(`${allow.replace('allow', 'allow-file')}\n\n\n${version}\n${executor}\n`)).toEqual(good)
  expect(await check(`${allow}\n\n\n${version}\n${executor}\n`)).toEqual({
    code: 1,
    err: `${path}:1: executor-not-found: this comment suppresses no problem\n`,
    suppressed: 0,
  })
  for (const words of [' executor-not-found', ' executor-not-found it comes later', ' because it comes later', ''])
    expect(await check(`${version}\n# rye-chain: allow${words}\n${executor}\n`)).toEqual({
      code: 1,
      err: `${path}:2: "rye-chain: allow": a code, "because" and a reason are required.\n`,
      suppressed: 0,
    })
  const other = await check(`${version}\n# rye-chain: allow chain-cycle because of nothing\n${executor}\n`)
  expect([other.code, other.suppressed]).toEqual([1, 0])
})

test('a suppression in a file without findings is reported', async () => {
  const comment = '# rye-chain: allow executor-not-found because it is made by the installer\n'
  const cwd = exampleFolder('hello-chain', { [path]: `${comment}${typo.replace('scirpt', 'script')}` })
  const { code, err } = await ryeChain(cwd, 'check', ...project)
  expect([code, err]).toEqual([0, `${path}:1: executor-not-found: this comment suppresses no problem\n`])
  expect((await ryeChain(cwd, 'check', ...project, '--item', 'demo/greet')).err).toBe('')
})

test('a suppression with an unknown code is reported, and the other codes of its comment apply', async () => {
  const check = async (codes: string) => {
    const comment = `# rye-chain: allow ${codes} because it is made by the installer`
    const cwd = exampleFolder('hello-chain', { [path]: `${typo.trimEnd()}  ${comment}\n` })
    const { code, err } = await ryeChain(cwd, 'check', ...project)
    return [code, err]
  }
  const at = `${path}:2: "rye-chain: allow":`
  expect(await check('executor-not-foud')).toEqual([
    1,
    `${at} unknown code "executor-not-foud" (did you mean executor-not-found?).\n`,
  ])
  expect(await check('nope, executor-not-found')).toEqual([0, `${at} unknown code "nope".\n`])
})

test('a baseline hides known findings, even after they move to another line, but no new ones', async () => {
  const cwd = exampleFolder('hello-chain', { [path]: typo })
  const written = await ryeChain(cwd, 'check', ...project, '--write-baseline', 'known.json')
  expect([written.code, existsSync(join(cwd, 'known.json'))]).toEqual([0, true])
  expect([written.out, written.err]).toEqual([
    expect.stringContaining('0 with errors, 0 warnings, 1 suppressed'),
    'Wrote 1 problem to known.json. To ignore it: --baseline known.json\n',
  ])
  const check = async () => {
    const { code, json } = await ryeChain(cwd, 'check', ...project, '--baseline', 'known.json', '--json')
    return [code, json<{ suppressed: number }>().suppressed]
  }
  expect(await check()).toEqual([0, 1])
  writeFileSync(join(cwd, path), `# a line above\n${typo}`)
  expect(await check()).toEqual([0, 1])
  writeFileSync(join(cwd, 'project/.ai/tools/demo/new.py'), typo)
  expect((await check())[0]).toBe(1)
  writeFileSync(join(cwd, 'known.json'), '[]')
  for (const file of ['known.json', 'none.json']) {
    const { code, err } = await ryeChain(cwd, 'check', ...project, '--baseline', file)
    expect([code, err]).toEqual([2, expect.stringContaining(`--write-baseline ${file}`)])
  }
})

test('a folder that cannot be listed is not in a baseline, because its items were not checked', async () => {
  const cwd = exampleFolder('hello-chain', { [path]: typo })
  // Node cannot list a folder whose name is not UTF-8, regardless of its permissions.
  mkdirSync(Buffer.concat([Buffer.from(join(cwd, 'project/.ai/tools/closed')), Buffer.from([0xff])]))
  const check = (...options: readonly string[]) => ryeChain(cwd, 'check', ...project, ...options)
  const left = expect.stringMatching(/0 with errors and 1 error without an item, 0 warnings, 1 suppressed/)
  const written = await check('--write-baseline', 'known.json')
  expect([written.code, written.out, written.err]).toEqual([1, left, expect.stringContaining('Wrote 1 problem to')])
  const after = await check('--baseline', 'known.json')
  expect([after.code, after.out]).toEqual([1, left])
})

test('a baseline overwrites no other file unless that file is empty, and a failed write is reported', async () => {
  const cwd = exampleFolder('hello-chain', { [path]: typo, 'notes.txt': 'mine', 'empty.json': '' })
  const write = (file: string) => ryeChain(cwd, 'check', ...project, '--write-baseline', file)
  const refused = await write('notes.txt')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('notes.txt is not a baseline')])
  expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('mine')
  const nowhere = await write('no/such/folder.json')
  expect([nowhere.code, nowhere.err]).toEqual([
    1,
    'no/such/folder.json was not written: its folder does not exist and cannot be created (ENOENT).\n',
  ])
  expect((await write('empty.json')).err).toContain('Wrote 1 problem to empty.json.')
})

test('an existing baseline drops fixed findings, and accepts new ones only with --grow', async () => {
  const cwd = exampleFolder('hello-chain', { [path]: typo })
  const write = (...options: readonly string[]) =>
    ryeChain(cwd, 'check', ...project, '--write-baseline', 'known.json', ...options)
  const known = (): unknown[] =>
    (JSON.parse(readFileSync(join(cwd, 'known.json'), 'utf8')) as { findings: unknown[] }).findings
  await write()
  const other = join(cwd, 'project/.ai/tools/demo/new.py')
  writeFileSync(other, typo.replace('scirpt', 'scrpit'))
  const refused = await write('--baseline', 'known.json')
  expect([refused.code, refused.err, known().length]).toEqual([
    1,
    expect.stringContaining('Use --grow to add them.'),
    1,
  ])
  const grown = await write('--baseline', 'known.json', '--grow')
  expect([grown.code, known().length]).toEqual([0, 2])
  const part = await write(path)
  expect([part.code, part.err, known().length]).toEqual([1, expect.stringContaining('Check all items.'), 2])
  writeFileSync(other, tool)
  const shrunk = await write('--baseline', 'known.json')
  expect([shrunk.code, known().length]).toEqual([0, 1])
})

test('one run prints one format, writes others to files, and counts suppressed findings and ignored items', async () => {
  const cwd = exampleFolder('hello-chain', {
    [path]: typo.replace(
      '__executor_id__',
      '# rye-chain: allow executor-not-found because it comes tomorrow\n__executor_id__',
    ),
  })
  const reports = ['--report', 'sarif=a.sarif', '--report', 'junit=b.xml', '--report', 'json=c.json']
  const { code, out, err } = await ryeChain(cwd, 'check', ...project, ...reports, '--item', 'demo/typo')
  expect([code, err, out]).toEqual([
    0,
    '',
    expect.stringMatching(/^1 item, 0 with errors, 0 warnings, 1 suppressed; 1 other item not checked\n$/m),
  ])
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  expect(JSON.parse(read('a.sarif'))).toMatchObject({ version: '2.1.0' })
  expect(read('a.sarif')).not.toContain('executor-not-found')
  expect(read('b.xml')).toContain('<testsuites tests="1" failures="0" time="0.000">')
  expect(JSON.parse(read('c.json'))).toMatchObject({
    suppressed: 1,
    left_out: 1,
    suppressions: [{ by: 'comment', reason: 'it comes tomorrow', diagnostic: { code: 'executor-not-found' } }],
  })
  for (const wrong of ['sarif', 'yaml=x', 'sarif=', '=x'])
    expect((await ryeChain(cwd, 'check', ...project, '--report', wrong)).err).toContain('it must be NAME=FILE')
  const nowhere = await ryeChain(cwd, 'check', ...project, '--report', 'sarif=none/a.sarif')
  expect([nowhere.code, nowhere.err]).toEqual([
    1,
    expect.stringContaining('none/a.sarif was not written: its folder does not exist'),
  ])
})

test('--watch checks again after a change until it is stopped, and exits with the last exit code', async () => {
  const cwd = exampleFolder('hello-chain')
  const program = join(productRoot, 'server/launch/rye-chain.cjs')
  const child = spawn(process.execPath, [program, 'check', ...project, '--watch'], { cwd })
  try {
    let said = ''
    const received = (text: string): Promise<void> =>
      new Promise((resolve) => {
        const listen = (): void => {
          if (!said.includes(text)) return
          child.stdout.off('data', listen)
          child.stderr.off('data', listen)
          said = said.slice(said.indexOf(text) + text.length)
          resolve()
        }
        child.stdout.on('data', listen)
        child.stderr.on('data', listen)
        listen()
      })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
    await received('1 item, 0 with errors')
    await received('Watching')
    writeFileSync(join(cwd, path), typo)
    await received('2 items, 1 with errors')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([1, null])
  } finally {
    child.kill('SIGKILL')
  }
})
