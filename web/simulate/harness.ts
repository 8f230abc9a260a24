import { openFrameClient } from './frame-client.ts'
import { createSimulator } from './simulator.ts'

/** What the browser tests call: the simulator on a page with nothing else on it. */
Object.assign(globalThis, { createSimulator, openFrameClient })
