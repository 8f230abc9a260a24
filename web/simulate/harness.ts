import { openFrameClient } from './frame-client.ts'
import { createSimulator } from './simulator.ts'

/** A page for browser tests that contains only the simulator. */
Object.assign(globalThis, { createSimulator, openFrameClient })
