import { run } from '../program/main.ts'

// Starts the command line in a separate process, as `server/launch/rye-chain.mjs` starts the built command line.
process.exitCode = await run(process.argv.slice(2))
