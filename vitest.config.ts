import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { __NODE_VERSION__: JSON.stringify(process.version) },
  test: {
    environment: 'node',
    // Use all processors. By default, Vitest uses only one of two.
    maxWorkers: availableParallelism(),
    // A long timeout, because tests check results and not speed. A nightly run gives each property test enough time for
    // all of its inputs.
    testTimeout: Math.max(60_000, Number(process.env['RYE_PROPERTY_RUNS'] ?? 0) * 300),
    projects: [
      {
        extends: true,
        // Tests of the engine and of the page share the loaded modules, because loading takes half of their time.
        test: { name: 'core', include: ['core/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: { name: 'page', include: ['web/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: { name: 'product', include: ['server/**/*.test.ts', '.ci/**/*.test.mjs'] },
      },
    ],
  },
})
