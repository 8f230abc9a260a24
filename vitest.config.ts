import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { __NODE_VERSION__: JSON.stringify(process.version) },
  test: {
    environment: 'node',
    // Every processor: of two, one would otherwise be kept free.
    maxWorkers: availableParallelism(),
    // Generous: a test tells right from wrong, not fast from slow. A nightly run tries each property for as long as it takes.
    testTimeout: Math.max(60_000, Number(process.env['RYE_PROPERTY_RUNS'] ?? 0) * 300),
    projects: [
      {
        extends: true,
        // Tests of the engine and of the page share one load of their modules, which takes half of their time.
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
