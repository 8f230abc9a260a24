import { serve } from '../host/worker-port.ts'
import { preparePython } from './process.ts'
import { bootPyodide } from './pyodide-boot.ts'

/** The Python interpreter of the sandbox. It restores the snapshot, and runs one program as `python3`. */
serve(async (assets) => {
  const { pyodide, memory } = await bootPyodide(assets)
  const run = preparePython(pyodide, memory)
  return { run: (program, output) => Promise.resolve(run(program, output)) }
})
