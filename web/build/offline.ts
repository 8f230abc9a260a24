import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Emits `sw.js`. After the first load, the page works offline, except for real runs. CPython is large, so the simulator
 * caches it on first use, and Python works offline only from then on. The worker's text contains the list of files, and
 * a hash of their names and contents.
 */
export function offline(workerSource: string): Plugin {
  return {
    name: 'rye-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const hash = createHash('sha256')
      const files = Object.values(bundle)
        .map((one) => ({ name: one.fileName, content: one.type === 'chunk' ? one.code : one.source }))
        .filter(({ name }) => !/^sandbox\/python\/|\.map$/.test(name))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
      for (const { name, content } of files) hash.update(name).update(content)
      const list = JSON.stringify([...files.map(({ name }) => name), 'icon.svg'])
      const source = readFileSync(workerSource, 'utf8')
        .replace("'__FILES__'", list)
        .replace('__VERSION__', hash.digest('hex').slice(0, 16))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}
