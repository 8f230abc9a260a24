import { run } from '../program/main.ts'

// The command line as a process of its own, as `server/launch/rye-chain.mjs` starts the built one.
process.exitCode = await run(process.argv.slice(2))
