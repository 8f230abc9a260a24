import { asked } from './kept-asking.ts'

// A process that answers from a cache folder, for tests that use the folder from several processes and kill them.
process.on('message', ({ folder, cache }: { readonly folder: string; readonly cache: string }) =>
  process.send?.(asked(folder, cache)),
)
