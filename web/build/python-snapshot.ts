import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepUtc } from '../simulate/python/utc.ts'

const packageFolder = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'))
const sources = fileURLToPath(new URL('../simulate/python/', import.meta.url))

/** Boot CPython, load the runner and the modules that tools use, and take a snapshot of the memory. */
export async function makePythonSnapshot(): Promise<Uint8Array> {
  const { loadPyodide } = await import('pyodide')
  const restore = keepUtc()
  const pyodide = await loadPyodide({ ...snapshotOptions(), indexURL: packageFolder, _makeSnapshot: true })
  restore()
  pyodide.FS.mkdirTree('/lib/rye')
  for (const name of readdirSync(sources)) pyodide.FS.writeFile(`/lib/rye/${name}`, readFileSync(sources + name))
  pyodide.runPython("import sys; sys.path.insert(0, '/lib/rye'); from runner import run as rye_run; sys.path.pop(0)")
  return pyodide.makeMemorySnapshot()
}

function snapshotOptions(): object {
  return { env: { HOME: '/', PYTHONINSPECT: '' }, jsglobals: { setTimeout, clearTimeout, Object, Array, Error } }
}
