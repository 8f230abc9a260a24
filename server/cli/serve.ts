import { join } from 'node:path'
import { main } from '../main.ts'
import { openAnalysisPool } from '../engine/analysis-pool.ts'
import { walkOnThread } from '../engine/walk-thread.ts'
import { serverEngine } from '../engine/engine.ts'
import type { Engine, ServerFacts } from '../engine/host.ts'
import type { Io } from './io.ts'
import { productRoot } from '../engine/product.ts'

/** Serve the built page and real runs until a signal comes; the settings are those of `server/config-table.ts`. */
export function serve(argv: readonly string[], io: Io): Promise<number> {
  const webDir = io.env['RYE_WEB_DIR'] || join(productRoot, 'dist/web')
  return main(argv, { ...io.env, RYE_WEB_DIR: webDir }, pooledEngine)
}

/** The engine on threads of its own, built beside this file. */
function pooledEngine(facts: ServerFacts): Engine {
  const { analyses_at_once, client_analyses, waiting_analyses, analysis_seconds } = facts.config
  const pool = openAnalysisPool({
    worker: join(productRoot, 'dist/node/analysis-worker.js'),
    threads: analyses_at_once,
    perClient: client_analyses,
    waiting: waiting_analyses,
    seconds: analysis_seconds,
  })
  const walker = join(productRoot, 'dist/node/walk-worker.js')
  return serverEngine(facts, pool, (task, link) => walkOnThread(walker, analysis_seconds, task, link))
}
