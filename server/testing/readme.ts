import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productRoot } from '../engine/product.ts'

/** The words of README's line for a command that goes on until it is ended, and what it is given. */
export function readmeExample(name: string): { readonly words: readonly string[]; readonly input: string } {
  const readme = readFileSync(join(productRoot, 'README.md'), 'utf8')
  const line = new RegExp(`^(?:echo '(.*)' \\| )?npx rye-chain (${name} (?!--help).+)$`, 'm').exec(readme)
  if (!line) throw new Error(`README has no line for ${name}`)
  const [, input = '', words = ''] = line
  return { words: words.split(' '), input: `${input}\n` }
}

/** What a program has said, once it holds what is waited for; what it says later is read too, so that it meets no closed pipe. */
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
