import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productRoot } from '../engine/product.ts'

/** The pages with tested commands, by their path from the root: the README, and the guides in `docs`. */
export const pages: ReadonlyMap<string, string> = new Map(
  ['README.md', ...readdirSync(join(productRoot, 'docs')).map((name) => `docs/${name}`)]
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, readFileSync(join(productRoot, path), 'utf8')]),
)

/** The words in the `docs/cli.md` line for a command that runs until it is stopped, and the command's input. */
export function documentedExample(name: string): { readonly words: readonly string[]; readonly input: string } {
  const page = pages.get('docs/cli.md') ?? ''
  const line = new RegExp(`^(?:echo '(.*)' \\| )?npx rye-chain-playground (${name} (?!--help).+)$`, 'm').exec(page)
  if (!line) throw new Error(`docs/cli.md has no line for ${name}`)
  const [, input = '', words = ''] = line
  return { words: words.split(' '), input: `${input}\n` }
}

/**
 * Wait until standard output of a program contains a string, and return the output so far. Throws an error if the
 * program exits first. Later output is read too, so that the program never waits for a full pipe.
 */
export function untilSaid(child: ChildProcessWithoutNullStreams, what: string): Promise<string> {
  let said = ''
  let aside = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(what)) resolve(said)
    })
    child.stderr.on('data', (chunk: Buffer) => (aside += chunk.toString()))
    child.once('exit', (code) => reject(new Error(`It ended with ${code} and had said ${said}${aside}`)))
  })
}
