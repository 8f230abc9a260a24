import { processIo } from '../cli/io.ts'
import { run } from '../program/main.ts'

// Runs the command line, as `server/launch/rye-chain.mjs` does. `buildWorker` bundles this file for tests that start
// the command line as a separate process.
const io = processIo()
process.exitCode = await run(process.argv.slice(2), Object.create(io, { build: { value: 'test' } }) as typeof io)
