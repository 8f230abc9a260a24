import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

export default ts.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      'core/bundles/**',
      'core/corpus/**',
      'examples/**',
      'web/public/**',
      '.svelte-check/**',
    ],
  },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'off',
    },
  },
  // These scripts run before ES modules can be loaded.
  { files: ['server/launch/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] } },
  },
  {
    files: ['core/**/*.ts'],
    ignores: ['core/**/*.test.ts', 'core/testing/**', 'core/conformance/**'],
    rules: {
      'no-console': 'error',
      'no-restricted-globals': ['error', 'process', 'document', 'window', 'fetch', 'Buffer', 'setTimeout'],
    },
  },
  // On Windows, `node:path` returns backslashes, which paths in reports, links and the workspace do not contain.
  {
    files: ['server/**/*.ts'],
    ignores: ['server/**/*.test.ts', 'server/{bench,launch,sandbox,testing}/**', 'server/disk-paths.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'node:path', allowImportNames: ['posix'], message: 'Import from server/disk-paths.ts.' },
            { name: 'node:fs', importNames: ['realpathSync'], message: 'Import realpath from server/disk-paths.ts.' },
            {
              name: 'node:url',
              importNames: ['fileURLToPath', 'pathToFileURL'],
              message: 'Import ofUrl or toUrl from server/disk-paths.ts.',
            },
          ],
        },
      ],
    },
  },
)
