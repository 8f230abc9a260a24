import type { ProgramAnswer } from '#core/workspace'
import type { ReceivedBody } from '../protocol/receive-body.ts'
import { Refusal } from '../protocol/refusal.ts'
import { readCard } from '../shares/share-card.ts'
import { readOutput } from './read-output.ts'
import { walkDraft } from './walk.ts'
import { analyzeBody, readShare, type AnalysisReply, type Refused } from './analysis.ts'
import type { AnalysisPool } from './analysis-pool.ts'
import type { AnalysisAnswer, AnalysisTask, Caller, Engine, ServerFacts } from './host.ts'
import { productVersion } from './product.ts'

/** The engine without threads, for programs that serve one caller at a time. */
const here: AnalysisPool = {
  run: (task) => Promise.resolve(analyzeBody(task)),
  readShare: (task) => Promise.resolve(readShare(task)),
  readCard: (text) => Promise.resolve(readCard(text)),
  readOutput,
  close: () => Promise.resolve(),
}

/** The engine of a server: it receives drafts and returns plans, and never reads plans from clients. */
export function serverEngine(
  facts: Pick<ServerFacts, 'interpreters' | 'ask'>,
  pool: AnalysisPool = here,
  walkGraph: NonNullable<Engine['walkGraph']> = walkDraft,
): Engine {
  return {
    version: productVersion,
    analyzeForRun: (body, caller) => answerFor(body, caller, facts, pool),
    async readShare(task, caller) {
      const reply = await pool.readShare(task, caller)
      if (reply.kind === 'share') return reply.text
      throw refusalOf(reply)
    },
    readCard: (text, caller) => pool.readCard(text, caller),
    readOutput: (task) => pool.readOutput(task),
    walkGraph,
    close: () => pool.close(),
  }
}

async function answerFor(
  body: ReceivedBody,
  caller: Caller,
  facts: Pick<ServerFacts, 'interpreters' | 'ask'>,
  pool: AnalysisPool,
): Promise<AnalysisAnswer> {
  const task: AnalysisTask = { body, interpreters: facts.interpreters.map(({ path }) => path), programs: null }
  const first = await pool.run(task, caller)
  if (first.kind !== 'asks') return answerIn(first)
  const programs: ProgramAnswer[] = []
  for (const argv of first.programs) programs.push(await facts.ask(argv))
  return answerIn(await pool.run({ ...task, programs }, caller))
}

function answerIn(reply: AnalysisReply): AnalysisAnswer {
  if (reply.kind === 'answer') return reply.answer
  if (reply.kind === 'asks') throw new Error('programs were requested twice')
  throw refusalOf(reply)
}

function refusalOf({ status, code, message, hint }: Refused): Refusal {
  return new Refusal(status, code, message, hint)
}
