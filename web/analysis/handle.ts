import { loadBundle } from '../files/bundles.ts'
import type { Engine } from './engine.ts'
import type { Answer, FromEngine, Query, ToEngine } from './messages.ts'

/** Answer one message from the page. Never rejects: an internal error is also an answer. */
export async function handle(
  engine: Engine,
  message: Extract<ToEngine, { kind: 'open' | 'change' | 'query' }>,
  now: () => number,
): Promise<FromEngine> {
  try {
    if (message.kind === 'query')
      return { kind: 'answer', id: message.id, answer: await engine.complete(() => answerQuery(engine, message.query)) }
    const started = now()
    if (message.kind === 'open') await engine.open(message.snapshot)
    else {
      engine.apply(message.changes)
      await engine.place(message.head)
    }
    const { analysis, items } = await engine.complete(() => engine.analyze(message.without))
    return { kind: 'analysis', run: message.run, analysis, items, took_ms: now() - started }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    const of = message.kind === 'query' ? { run: null, id: message.id } : { run: message.run, id: null }
    return { kind: 'fault', ...of, problem }
  }
}

/** Answer a question of the page about the open draft. Parts that the first analysis does not need load on request. */
async function answerQuery(engine: Engine, query: Query): Promise<Answer> {
  const { asked } = engine
  switch (query.kind) {
    case 'bundle':
      return { kind: 'bundle', files: await loadBundle(query.name) }
    case 'compare':
      return engine.compare(query.snapshots)
    case 'analyze':
      return { kind: 'analyses', analyses: engine.variants(query.variants) }
    case 'check':
      return { kind: 'items', ...engine.summaries() }
    case 'fixes':
      await engine.mountAll()
      return { kind: 'fixes', fixes: asked ? (await import('./fixes.ts')).fixesOf(asked) : [] }
    case 'project-problems': {
      const { checker } = engine
      const found =
        asked && checker && (await import('./project-problems.ts')).projectProblems(asked.workspace, checker)
      return { kind: 'project-problems', found: found ?? { problems: [], left_out: 0 } }
    }
    case 'users':
    case 'impact':
    case 'differing':
    case 'last-change':
    case 'spaces':
    case 'migration':
      await engine.mountAll()
      return (await import('./impact.ts')).answerImpact(engine, query)
    case 'expectations':
    case 'expect':
    case 'coverage':
      return (await import('./expect.ts')).answerExpect(asked, query)
    case 'places':
      return { kind: 'places', places: asked ? (await import('./places.ts')).placesOf(asked) : [] }
    default:
      return (await import('./integrity.ts')).answerIntegrity(asked, query)
  }
}
