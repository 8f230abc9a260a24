import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { productRoot } from '../../engine/product.ts'
import { exampleFolder, ryeChain } from '../../testing/directories.ts'
import { checkAgainstSchema } from '../../testing/document-check.ts'
import { documentOf } from './document-of.ts'
import { documents, type DocumentName } from './documents.ts'
import { documentsVersion, jsonSchemaOf } from './json-schema.ts'

const folder = join(productRoot, 'docs/schemas', String(documentsVersion))
const names = Object.keys(documents) as readonly DocumentName[] // the table has exactly these keys

test.for(names)('the schema of %s equals the published schema (npm run docs writes it)', async (name) => {
  const path = join(folder, `${name}.json`)
  const text = await format(JSON.stringify(jsonSchemaOf(name)), { ...(await resolveConfig(path)), filepath: path })
  await expect(text).toMatchFileSnapshot(path)
})

test('no other schema is published', () => {
  expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.json`).sort())
})

test('every command with --json has a document that its arguments determine', async () => {
  const help = await ryeChain(exampleFolder('hello-chain'), 'help')
  const commands = [...help.out.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name)
  const withJson: string[] = []
  for (const name of commands.filter((one) => !['serve', 'worker', 'conformance'].includes(one)))
    if (/^ {2}--json /m.test((await ryeChain(productRoot, name, '--help')).out)) withJson.push(name)
  expect(withJson.length).toBeGreaterThan(10)
  const words: Readonly<Record<string, readonly string[]>> = { lock: ['lock', 'create'] }
  expect(withJson.filter((name) => documentOf([...(words[name] ?? [name]), '--json']) === undefined)).toEqual([])
  expect(documentOf(['check', '--format', 'json'])).toBe('check')
  expect(documentOf(['check', '--format', 'sarif'])).toBe(undefined)
  expect(documentOf(['explain', '--item', 'a', '--value', '/plan', '--json'])).toBe('explain-value')
})

test('a document with a missing or an unknown field is refused', async () => {
  const { json } = await ryeChain(exampleFolder('hello-chain'), 'list', '--dir', 'project', '--json')
  const list = json<Readonly<Record<string, unknown>>>()
  const { items: _left, ...without } = list
  expect(() => checkAgainstSchema('list', list)).not.toThrow()
  expect(() => checkAgainstSchema('list', without)).toThrow('not a document list')
  expect(() => checkAgainstSchema('list', { ...list, more: 1 })).toThrow('not a document list')
})
