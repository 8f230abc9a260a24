import { runnerImport, type Plugin } from 'vite'
import { examples } from './examples.ts'

/** What `web/analysis/first-answer.ts` is to the build, which does not compile with the page's types. */
interface Answering {
  readonly answer: unknown
}

const id = 'virtual:first-answer'

/** How the names of the files begin that hold the answer. */
export const firstAnswer = 'first-answer'

/**
 * Analyses the first example while the page is built, with the engine that is built into it: the page that opens on it draws its
 * chain at once, and the worker's own answer follows. Where nothing is built, as in `npm run dev`, there is no such answer.
 */
export function answerFirst(module: string, root: string): Plugin {
  let builds = false
  return {
    name: 'rye-first-answer',
    configResolved: ({ command }) => void (builds = command === 'build'),
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    async load(asked) {
      if (asked !== `\0${id}`) return undefined
      if (!builds) return 'export const firstAnswer = undefined'
      const { source, dependencies } = await answerOf(module, root)
      for (const path of dependencies) this.addWatchFile(path)
      const reference = this.emitFile({ type: 'asset', name: `${firstAnswer}.json`, source })
      return `export const firstAnswer = import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}

/** The answer as the text of a file, and what it was made of; `module` is `web/analysis/first-answer.ts`, `root` the folder of the examples. */
export async function answerOf(
  module: string,
  root: string,
): Promise<{ readonly source: string; readonly dependencies: readonly string[] }> {
  const found = await runnerImport<Answering>(module, { configFile: false, plugins: [examples(root)] })
  return { source: JSON.stringify(found.module.answer), dependencies: found.dependencies }
}
