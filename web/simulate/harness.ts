import { openFrameClient } from './frame-client.ts'
import { createSimulator } from './simulator.ts'

/** The page of the browser tests: the simulator and nothing else. */
Object.assign(globalThis, { createSimulator, openFrameClient })
