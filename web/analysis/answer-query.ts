import { loadBundle } from '../files/bundles.ts'
import type { Engine } from './engine.ts'
import type { Answer, Query } from './messages.ts'

/** Answer a question of the page about the open draft. Parts that the first analysis does not need load on request. */
export async function answerQuery(engine: Engine, query: Query): Promise<Answer> {
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
