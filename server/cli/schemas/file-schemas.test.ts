import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Validator, type Schema } from '@cfworker/json-schema'
import fc from 'fast-check'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { severity } from '#core/diagnostics'
import { productRoot } from '../../engine/product.ts'
import { fileSchemaNames, fileSchemaOf } from '../../project/file-schemas.ts'
import { projectFileKeys, readProjectFile } from '../../project/project-file.ts'
import { ReportedError } from '../../project/reported-error.ts'
import { freshFolder, ryeChain } from '../../testing/directories.ts'

// JSON Schemas for editors, generated from the tables of the readers.

test.for(fileSchemaNames)('docs/schemas/files/%s.json matches its table', async (name) => {
  const path = join(productRoot, 'docs/schemas/files', `${name}.json`)
  const text = await format(JSON.stringify(fileSchemaOf(name)), { ...(await resolveConfig(path)), filepath: path })
  await expect(text).toMatchFileSnapshot(path)
})

const validator = new Validator(fileSchemaOf('rye-chain') as Schema, '7')

/** Whether the reader accepts a project file. */
function isRead(text: string): boolean {
  try {
    readProjectFile('/nowhere', 'rye-chain.yaml', text)
    return true
  } catch (error) {
    if (error instanceof ReportedError) return false
    throw error
  }
}

const words = ['a', 'lillux', 'kiwi', 'scoped', 'global', 'off', 'error', 'hint', 'builtin', 'demo/greet', '']
const leaf = fc.oneof(
  fc.constantFrom(...words),
  fc.boolean(),
  fc.integer({ min: -2, max: 9 }),
  fc.constant(null),
  fc.constant(1.5),
)
const value = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom('allow', 'deny', 'none', ...Object.keys(severity).slice(0, 4)),
    fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })),
    { maxKeys: 2 },
  ),
)
const file = fc.dictionary(fc.constantFrom(...Object.keys(projectFileKeys), 'unknown'), value, { maxKeys: 3 })

test('the schema of rye-chain.yaml rejects no random file that the reader accepts, and accepts few others', () => {
  let [both, onlySchema] = [0, 0]
  fc.assert(
    fc.property(file, (document) => {
      const text = JSON.stringify(document)
      const [isValid, isAccepted] = [validator.validate(document).valid, isRead(text)]
      if (isAccepted) expect([text, isValid]).toEqual([text, true])
      if (isValid && isAccepted) both++
      if (isValid && !isAccepted) onlySchema++
    }),
    { numRuns: 3000 },
  )
  // The reader also checks globs and item IDs, which a schema cannot.
  expect([both > 100, onlySchema < both]).toEqual([true, true])
})

test('init and new name the schema of a YAML file if the package is installed, and the file still passes check', async () => {
  const cwd = freshFolder()
  const bare = await ryeChain(cwd, 'new', 'runtime', 'other/plain')
  expect([bare.code, readFileSync(join(cwd, '.ai/tools/other/plain.yaml'), 'utf8')]).toEqual([
    0,
    expect.not.stringContaining('$schema'),
  ])
  mkdirSync(join(cwd, 'node_modules/rye-chain-playground'), { recursive: true })
  writeFileSync(join(cwd, 'node_modules/rye-chain-playground/package.json'), '{}')
  await ryeChain(cwd, 'init')
  await ryeChain(cwd, 'new', 'runtime', 'deep/own')
  for (const [name, schema] of [
    ['rye-chain.yaml', 'rye-chain'],
    ['.ai/tools/deep/own.yaml', 'tool'],
  ] as const) {
    const path = join(cwd, name)
    const text = readFileSync(path, 'utf8')
    const [, named = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
    expect(resolve(dirname(path), named)).toBe(
      join(cwd, `node_modules/rye-chain-playground/docs/schemas/files/${schema}.json`),
    )
    expect(new Validator(fileSchemaOf(schema) as Schema, '7').validate(parse(text)).valid).toBe(true)
  }
  expect((await ryeChain(cwd, 'check')).code).toBe(0)
})
