// @ts-check
import { runnerImport } from 'vite'

/** `npm run record:node`: record the answers of real Node again. */
const { module } = await runnerImport(new URL('record.ts', import.meta.url).pathname)
module.record()
