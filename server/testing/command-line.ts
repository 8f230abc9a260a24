import { processIo } from '../cli/io.ts'
import { run } from '../program/main.ts'

// Runs the command line from source in this process, as `server/launch/rye-chain.mjs` runs the built command line.
const io = processIo()
process.exitCode = await run(process.argv.slice(2), Object.create(io, { build: { value: 'test' } }) as typeof io)
