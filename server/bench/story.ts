import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { productRoot } from '../engine/product.ts'

/** The figures that a browser story writes to its report; undefined if it cannot run. */
export async function figuresOfStory(
  story: string,
  config = 'playwright.config.ts',
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const runner = join(productRoot, 'node_modules/@playwright/test/cli.js')
  if (!existsSync(runner) || !existsSync(join(productRoot, story))) return undefined
  return figuresIn(await outputOf([runner, 'test', story, '--config', config, '--reporter=json']))
}

function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: productRoot, stdio: ['ignore', 'pipe', 'ignore'] })
    const parts: string[] = []
    child.stdout.setEncoding('utf8').on('data', (part: string) => parts.push(part))
    child.on('error', reject)
    child.on('close', () => resolve(parts.join('')))
  })
}

/** The figures in the report that the story wrote; undefined if it wrote none. */
function figuresIn(report: string): Readonly<Record<string, unknown>> | undefined {
  const note = /"type":\s*"figures",\s*"description":\s*("(?:[^"\\]|\\.)*")/.exec(report)?.[1]
  return note === undefined ? undefined : (JSON.parse(JSON.parse(note) as string) as Record<string, unknown>)
}
