// @ts-check
import { runnerImport } from 'vite'

/** `npm run node-suite -- FOLDER [PATTERN]`: Node's own suite in the simulated Node. */
const { module } = await runnerImport(new URL('suite.ts', import.meta.url).pathname)
await module.runSuite(process.argv.slice(2))
