import { join } from '../disk-paths.ts'
import { main } from '../main.ts'
import { cacheBounds, cachedAnalyses } from '../engine/analysis-cache.ts'
import { openAnalysisPool } from '../engine/analysis-pool.ts'
import { walkOnThread } from '../engine/walk-thread.ts'
import { serverEngine } from '../engine/engine.ts'
import type { Engine, ServerFacts } from '../engine/host.ts'
import type { Io } from '../cli/io.ts'
import { productRoot } from '../engine/product.ts'
import { machineOf } from '../cli/project-options.ts'
import { userCommandLines } from './user-command-lines.ts'
import { withAgents } from '../mcp/route.ts'

/** Serve the built page and real runs until a signal arrives; `server/config-table.ts` lists the settings. */
export function serve(argv: readonly string[], io: Io): Promise<number> {
  const webDir = io.env['RYE_WEB_DIR'] || join(productRoot, 'dist/web')
  return main(argv, { ...io.env, RYE_WEB_DIR: webDir }, (facts) =>
    withAgents(pooledEngine(facts), facts, { machine: machineOf(io), lines: userCommandLines([]) }),
  )
}

/** The engine with its own threads, whose scripts the build puts into `dist/node/`. */
function pooledEngine(facts: ServerFacts): Engine {
  const { analyses_at_once, client_analyses, waiting_analyses, analysis_seconds } = facts.config
  const threads = openAnalysisPool({
    worker: join(productRoot, 'dist/node/analysis-worker.js'),
    threads: analyses_at_once,
    perClient: client_analyses,
    waiting: waiting_analyses,
    seconds: analysis_seconds,
  })
  const pool = { ...threads, ...cachedAnalyses(threads, cacheBounds(facts.config.analysis_cache_bytes)) }
  return serverEngine(facts, pool, walkingOnThreads(analysis_seconds))
}

/** The engine of a worker, which does not analyze: it walks graphs on separate threads. */
export function walkingEngine(facts: ServerFacts): Engine {
  return serverEngine(facts, undefined, walkingOnThreads(facts.config.analysis_seconds))
}

function walkingOnThreads(seconds: number): NonNullable<Engine['walkGraph']> {
  const walker = join(productRoot, 'dist/node/walk-worker.js')
  return (task, link) => walkOnThread(walker, seconds, task, link)
}
