import { runnerImport, type Plugin } from 'vite'
import { examples } from './examples.ts'

/**
 * The exports of `web/analysis/first-answer.ts` that the build uses. The build is compiled without the page's types.
 */
interface Answering {
  readonly answer: unknown
}

const id = 'virtual:first-answer'

/** The file name prefix of the answer. */
export const firstAnswer = 'first-answer'

/**
 * Analyzes the first example with the page's engine during the build. A page that opens with this example shows its
 * chain before the worker answers. `npm run dev` has no such answer.
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

/**
 * The answer as JSON, and the files on which it depends. `module` is `web/analysis/first-answer.ts`; `root` is the
 * folder of the examples.
 */
export async function answerOf(
  module: string,
  root: string,
): Promise<{ readonly source: string; readonly dependencies: readonly string[] }> {
  const found = await runnerImport<Answering>(module, { configFile: false, plugins: [examples(root)] })
  return { source: JSON.stringify(found.module.answer), dependencies: found.dependencies }
}
