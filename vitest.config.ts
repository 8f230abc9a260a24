import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['core/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts'],
    environment: 'node',
    // Generous: a test tells right from wrong, not fast from slow.
    testTimeout: 60_000,
  },
})
