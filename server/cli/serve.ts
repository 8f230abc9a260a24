import { join } from 'node:path'
import { main } from '../main.ts'
import { serverEngine } from '../engine/engine.ts'
import type { Io } from './io.ts'
import { productRoot } from '../engine/product.ts'

/** Serve the built page and real runs until a signal comes; the settings are those of `server/config-table.ts`. */
export function serve(argv: readonly string[], io: Io): Promise<number> {
  const webDir = io.env['RYE_WEB_DIR'] || join(productRoot, 'dist/web')
  return main(argv, { ...io.env, RYE_WEB_DIR: webDir }, serverEngine)
}
