import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plain } from '../located.ts'
import { pyRepr } from '../value/text.ts'
import { everyPart } from '../../pure-host.ts'
import { parsePython } from './parse.ts'

// Answers of CPython 3.14.2, made by testing/record.py.
type Answer = false | readonly (readonly [name: string, nameStart: number, start: number, end: number, repr: string])[]

const recorded: readonly (readonly [source: string, answer: Answer])[] = readFileSync(
  new URL('testing/recorded.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((row) => JSON.parse(row))

function answerOf(source: string): Answer {
  const parse = parsePython(source, everyPart)
  if (parse.kind !== 'parsed') return false
  return parse.module.literals.map(({ name, nameStart, value }) => {
    return [name, nameStart, value.start, value.end, pyRepr(plain(value))]
  })
}

test('R2.1: the recording contains sources that CPython accepts and sources that it refuses', () => {
  expect(recorded.length).toBeGreaterThan(1800)
  expect(recorded.filter(([, answer]) => answer === false).length).toBeGreaterThan(600)
  expect(recorded.filter(([, answer]) => answer !== false && answer.length > 0).length).toBeGreaterThan(200)
})

test('R2.1: every recorded source gets the answer of CPython', () => {
  const ours = recorded.map(([source]) => [source, answerOf(source)])
  expect(ours.filter((row, index) => JSON.stringify(row) !== JSON.stringify(recorded[index]))).toEqual([])
  expect(ours).toEqual(recorded)
})
