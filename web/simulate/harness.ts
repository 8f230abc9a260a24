import { openFrameClient } from './frame-client.ts'
import { createSimulator } from './simulator.ts'

/** The page of the browser tests, with only the simulator. */
Object.assign(globalThis, { createSimulator, openFrameClient })
