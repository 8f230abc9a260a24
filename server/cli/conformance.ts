import { readdirSync } from 'node:fs'
import { readCases, runArea, type AreaResult } from '#core/conformance'
import { join, resolve } from '../disk-paths.ts'
import type { Command } from './command.ts'
import { codeOf, ReportedError } from '../project/reported-error.ts'
import { pathFromUser } from '../project/spaces.ts'
import { productRoot } from '../engine/product.ts'
import { readFound, whyUnread } from '../project/whole-file.ts'
import { writeNamed } from '../project/write-whole.ts'

/** Run the recorded cases against this engine, area by area. */
export const conformanceCommand: Command = {
  name: 'conformance',
  about: 'Run the recorded conformance cases and compare the results.',
  more: 'Each *.json file in the corpus that contains a list of cases is one area.',
  options: {
    corpus: { value: 'DIR', about: 'The folder with the cases. Default: the built-in corpus.' },
    json: { value: 'FILE', about: 'Also write the result as JSON, with the differences of each failed case.' },
  },
  async run(given, io) {
    const corpus = given.text('corpus')
    const folder =
      corpus === undefined ? join(productRoot, 'core/corpus') : pathFromUser(corpus, '--corpus', io.cwd, io)
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
      throw new ReportedError('trouble', `${folder} contains no cases. Pass the folder with the area files.`)
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

/**
 * The result of one file; undefined if the file contains no list of cases.
 * @throws ReportedError if the file is not valid JSON.
 */
async function areaOf(path: string): Promise<AreaResult | undefined> {
  const text = textOf(path)
  let cases: ReturnType<typeof readCases>
  try {
    cases = readCases(text)
  } catch (error) {
    throw new ReportedError(
      'trouble',
      `${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
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
