import { serve } from '../host/worker-port.ts'
import { preparePython } from './process.ts'
import { bootPyodide } from './pyodide-boot.ts'

/** CPython's part of the sandbox: restore the snapshot, then be `python3` for one program. */
serve(async (assets) => {
  const { pyodide, memory } = await bootPyodide(assets)
  const run = preparePython(pyodide, memory)
  return { run: (program, output) => Promise.resolve(run(program, output)) }
})
