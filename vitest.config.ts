import { defineConfig } from 'vitest/config'

export default defineConfig({
  define: { __NODE_VERSION__: JSON.stringify(process.version) },
  test: {
    include: ['core/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts'],
    environment: 'node',
    // Generous: a test tells right from wrong, not fast from slow. A nightly run tries each property for as long as it takes.
    testTimeout: Math.max(60_000, Number(process.env['RYE_PROPERTY_RUNS'] ?? 0) * 300),
  },
})
