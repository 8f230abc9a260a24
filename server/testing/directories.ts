import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Io } from '../cli/io.ts'
import { run } from '../program/main.ts'
import { productRoot } from '../engine/product.ts'
import { checkDocument } from './document-check.ts'

const made: string[] = []
afterAll(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A new folder that is removed after the tests. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rye-cli-'))
  made.push(folder)
  return folder
}

/** A copy of an example's folder, with additional files. */
export function exampleFolder(slug: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = freshFolder()
  cpSync(join(productRoot, 'examples', slug), folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** The output and the exit code of a command. */
export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Standard output as JSON. */
  json<T>(): T
}

/** Run a command in a folder that is also the home directory. */
export function ryeChain(cwd: string, ...argv: readonly string[]): Promise<Said> {
  return ryeChainReading('', cwd, ...argv)
}

/** Like `ryeChain`, with additional environment variables. */
export function ryeChainWith(
  env: Readonly<Record<string, string>>,
  cwd: string,
  ...argv: readonly string[]
): Promise<Said> {
  return said({ input: () => '' }, cwd, argv, env)
}

/** Like `ryeChain`, with this text on standard input. */
export function ryeChainReading(input: string, cwd: string, ...argv: readonly string[]): Promise<Said> {
  return said({ input: () => input }, cwd, argv)
}

/**
 * Like `ryeChain`, with a user at the terminal who gives these answers, one per question. A function is called when its
 * question appears.
 */
export function ryeChainAsked(
  answers: readonly (string | (() => string))[],
  cwd: string,
  ...argv: readonly string[]
): Promise<Said> {
  const left = [...answers]
  const ask = (): string => {
    const answer = left.shift() ?? ''
    return typeof answer === 'string' ? answer : answer()
  }
  return said({ input: () => '', ask }, cwd, argv)
}

/** Like `ryeChain`, at a terminal whose clock advances one second per read. Returns the progress lines. */
export async function ryeChainSeen(cwd: string, ...argv: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  let seconds = 0
  const now = (): Date => new Date(seconds++ * 1_000)
  await said({ input: () => '', status: (line) => void lines.push(line), now }, cwd, argv)
  return lines
}

async function said(
  reading: Pick<Io, 'input' | 'ask' | 'status'> & Partial<Pick<Io, 'now'>>,
  cwd: string,
  argv: readonly string[],
  further: Readonly<Record<string, string>> = {},
): Promise<Said> {
  let out = ''
  let err = ''
  const { ask } = reading
  const code = await run(argv, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    ...reading,
    ...(ask ? { ask: (question) => ((err += question), ask(question)) } : {}),
    cwd,
    env: { PATH: '/usr/bin:/bin', HOME: cwd, LANG: 'C.UTF-8', SECRET_OF_THE_MACHINE: 'x', ...further },
    colors: false,
    now: reading.now ?? (() => new Date('2026-11-21T12:00:00Z')),
    untilEnded: () => Promise.resolve(),
  })
  checkDocument(argv, out)
  return { code, out, err, json: <T>() => JSON.parse(out) as T }
}
