import { processIo } from '../cli/io.ts'
import { run } from '../program/main.ts'

// Starts the command line in a separate process, as `server/launch/rye-chain.mjs` starts the built command line.
const io = processIo()
process.exitCode = await run(process.argv.slice(2), Object.create(io, { build: { value: 'test' } }) as typeof io)
