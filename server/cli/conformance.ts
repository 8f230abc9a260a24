import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readCases, runArea, type AreaResult } from '#core/conformance'
import type { Command } from './command.ts'
import { codeOf, ReportedError } from '../project/reported-error.ts'
import { personsPath } from '../project/spaces.ts'
import { productRoot } from '../engine/product.ts'
import { readFound, whyUnread } from '../project/whole-file.ts'
import { writeNamed } from '../project/write-whole.ts'

/** The recorded cases against this engine, area by area. */
export const conformanceCommand: Command = {
  name: 'conformance',
  about: 'Ask the engine the recorded questions and compare its answers.',
  more: 'Each *.json file of the corpus that is a list of cases is one area.',
  options: {
    corpus: { value: 'DIR', about: 'The folder with the cases. The copy that comes with the product if not given.' },
    json: { value: 'FILE', about: 'Write the result as JSON too, with what differs in each failed case.' },
  },
  async run(given, io) {
    const corpus = given.text('corpus')
    const folder = corpus === undefined ? join(productRoot, 'core/corpus') : personsPath(corpus, '--corpus', io.cwd, io)
    const areas: AreaResult[] = []
    for (const name of caseFiles(folder)) {
      const result = await areaOf(join(folder, name))
      if (!result) continue
      areas.push(result)
      io.out(`${result.area}: ${result.passed} passed, ${result.failed} failed\n`)
      for (const { name: failed } of result.failures) io.out(`  ${failed}\n`)
    }
    const passed = areas.reduce((sum, area) => sum + area.passed, 0)
    const failed = areas.reduce((sum, area) => sum + area.failed, 0)
    if (passed + failed === 0)
      throw new ReportedError('trouble', `${folder} holds no cases. Give the folder with the area files.`)
    io.out(`all: ${passed} passed, ${failed} failed\n`)
    const file = given.text('json')
    if (file !== undefined) writeNamed(resolve(io.cwd, file), `${JSON.stringify({ passed, failed, areas }, null, 2)}\n`)
    return failed === 0 ? 0 : 1
  },
}

function caseFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
  } catch (error) {
    throw new ReportedError('usage', `--corpus ${folder}: the folder cannot be read (${codeOf(error)}).`)
  }
}

/** The result of one file, or undefined for a file of another kind. */
async function areaOf(path: string): Promise<AreaResult | undefined> {
  const text = textOf(path)
  let cases: ReturnType<typeof readCases>
  try {
    cases = readCases(text)
  } catch (error) {
    throw new ReportedError('trouble', `${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const isCases = Array.isArray(cases) && cases.every((one) => typeof one?.area === 'string')
  return isCases && cases.length > 0 ? runArea(cases) : undefined
}

function textOf(path: string): string {
  try {
    return readFound(path).toString('utf8')
  } catch (error) {
    throw new ReportedError('usage', `${path} cannot be read (${whyUnread(error)}).`)
  }
}
