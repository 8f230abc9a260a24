import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { productRoot } from '../engine/product.ts'
import { freshFolder, ryeChain } from '../testing/directories.ts'
import { skillFile } from './skill.ts'

const skill = readFileSync(join(productRoot, skillFile), 'utf8')

test('skill prints the file, which has the name of its folder and a short description', async () => {
  const said = await ryeChain(freshFolder(), 'skill')
  expect([said.code, said.out, said.err]).toEqual([0, skill, ''])
  const [, head = ''] = /^---\n([^]*?)\n---\n/.exec(skill) ?? []
  const { name, description, ...more } = parse(head) as Readonly<Record<string, string>>
  expect([name, more]).toEqual([basename(dirname(skillFile)), {}])
  expect(description?.length).toBeGreaterThan(40)
  expect(description?.length).toBeLessThanOrEqual(1024)
})

test('skill takes no arguments', async () => {
  const said = await ryeChain(freshFolder(), 'skill', 'demo/greet')
  expect([said.code, said.out, said.err]).toEqual([2, '', expect.stringContaining('takes no arguments')])
})

test('the commands of the skill diagnose, fix and verify a tool with a misspelled executor', async () => {
  const cwd = freshFolder()
  await ryeChain(cwd, 'new', 'python', 'demo/greet', '--parameters', 'name: string')
  const path = join(cwd, '.ai/tools/demo/greet.py')
  const good = readFileSync(path, 'utf8')
  const broken = good.replace('python/script"', 'python/scirpt"')
  expect(broken).not.toBe(good)
  writeFileSync(path, broken)
  const said = new Map<string, string>()
  const commands = [...skill.matchAll(/^npx rye-chain-playground (.+?)(?: # exits with (\d))?$/gm)]
  for (const [index, [, line = '', code = '0']] of commands.entries()) {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    const { out, err, ...ended } = await ryeChain(cwd, ...words)
    expect([line, ended.code, `${out}${err}` === '']).toEqual([line, Number(code), false])
    said.set(`${index} ${line}`, out)
  }
  const outputs = [...said.values()]
  expect(outputs.filter((out) => out.includes('executor-not-found')).length).toBeGreaterThanOrEqual(2)
  expect(outputs.some((out) => out.includes('+__executor_id__ = "rye/core/runtimes/python/script"'))).toBe(true)
  expect(outputs.some((out) => out.startsWith('/plan/command = python3\n'))).toBe(true)
  expect(outputs.at(-1)).toBe('1 item, 0 with errors, 0 warnings\n')
  expect(readFileSync(path, 'utf8')).toBe(good)
})
