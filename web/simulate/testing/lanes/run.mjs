// @ts-check
import { createServer } from 'vite'

/** `npm run lanes -- [PATTERN]`: run every program on the machine and in the simulation, and compare the results. */
const server = await createServer({
  configFile: false,
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  define: { __NODE_VERSION__: JSON.stringify(process.version) },
})
const { compareLanes } = await server.ssrLoadModule(new URL('lanes.ts', import.meta.url).pathname)
await compareLanes(process.argv.slice(2))
if (process.send === undefined) await server.close()
