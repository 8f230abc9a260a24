import type { AnalysedCall, GraphReach, Message } from '#core/run'
import type { ProgramAnswer } from '#core/workspace'
import type { Logger } from 'pino'
import type { ServerConfig } from '../config.ts'
import type { HostInterpreter } from './interpreters.ts'
import type { OwnInterpreters } from './own-interpreters.ts'
import type { WalkLink } from './walk-link.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'
import type { ReceivedBody } from '../protocol/receive-body.ts'
import type { ExecutionPlan } from '../plan.ts'
import type { OutputTask, ReadOutput } from './read-output.ts'
import type { HttpSettings } from '../primitives/http-client.ts'
import type { WrittenResult } from './written-result.ts'
import type { Installation } from '../sandbox/command.ts'
import type { SandboxReport } from '../sandbox/probe.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { ShareTask } from '../shares/share-body.ts'
import type { ShareStore } from '../shares/share-store.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** What a client asks to be run: files and an item, never a plan. */
export type AnalysisRequest = Omit<Message<'plan request'>, 'protocol'>

/** The engine's answer: the call that would run here, or why it would not. Plain data, which another thread can send. */
export interface AnalysisAnswer {
  readonly call: AnalysedCall
  readonly files: readonly SnapshotFile[]
  /** Covers the plan and the content of all files; it counts only where the call is ready. */
  readonly digest: string
  /** Of a graph: what it can reach, and what walking it needs. */
  readonly graph: AnalysedGraph | null
  /** What keeping it takes, in bytes, counted where it was made: call, graph and the draft's own files. */
  readonly bytes: number
}

/** What this machine is, as an analysis needs it. */
export interface MachineFacts {
  readonly interpreters: readonly string[]
  /** What the programs said that were asked for, or null before any was. */
  readonly programs: readonly ProgramAnswer[] | null
}

/** What a thread is asked to analyze: the body of a plan request as it came in, and what this machine is. */
export interface AnalysisTask extends MachineFacts {
  readonly body: ReceivedBody
}

/** What a graph is walked from: the text of its plan request, and what the machine was when it was analyzed. */
export interface WalkTask extends MachineFacts {
  readonly body: string
}

/** A graph that waits for its confirmation: what a person is shown, and the draft from which it will be walked. */
export interface AnalysedGraph {
  readonly reach: GraphReach
  /** The digest of where its walk begins (R16.8); null for the start of the graph. */
  readonly begins: string | null
  readonly task: WalkTask
}

/** Who asks, and whether they still listen. */
export interface Caller {
  readonly client: string
  readonly signal: AbortSignal
}

/** Everything the app needs from outside; it reads no environment and opens no port. */
export interface Host {
  readonly config: ServerConfig
  /** Token of this launch; null in hosted mode. */
  readonly token: string | null
  readonly sandbox: Sandbox
  readonly report: SandboxReport
  readonly interpreters: readonly HostInterpreter[]
  readonly version: string
  readonly log: Logger
  readonly tracing: Tracing
  readonly shares: ShareStore
  readonly http: HttpSettings
  /** Interpreters of this machine that runs can see in addition to what every run sees; absent if there are none. */
  readonly own?: OwnInterpreters
  /** Of a plan: what its interpreter needs of that. */
  neededBy?(plan: ExecutionPlan): Installation | undefined
  /** Analyze the body of a plan request as it came in: it is not even parsed where everybody is answered. */
  analyzeForRun(body: ReceivedBody, caller: Caller): AnalysisAnswer | Promise<AnalysisAnswer>
  /** Walk a graph that was confirmed (R16.1); every command comes back through the link. Absent: no graph is run here. */
  walkGraph?(task: WalkTask, link: WalkLink): Promise<WrittenResult>
  /** End what the engine keeps open. */
  close?(): Promise<void>
  /** The text that is kept of a share request, as `sharedText` reads it, where everybody is not answered. */
  readShare?(task: ShareTask, caller: Caller): Promise<string>
  /** What a run gave, where it is too long to be read where everybody is answered. */
  readOutput?(task: OutputTask): Promise<ReadOutput>
  /** Content-Security-Policy of `/sandbox/frame.html`, which knows the hash of its script. */
  readonly frameCsp?: string
  /** Further request handlers behind the guard, by path, such as `/mcp`. */
  readonly routes?: Readonly<Record<string, (request: Request, client: string) => Promise<Response> | Response>>
}

/** The engine's part in a server. */
export type Engine = Pick<
  Host,
  'analyzeForRun' | 'walkGraph' | 'readShare' | 'readOutput' | 'close' | 'frameCsp' | 'routes' | 'version'
>

/** What the machine reported, for the engine's predictions. */
export interface ServerFacts extends Pick<Host, 'config' | 'interpreters' | 'report'> {
  /** Run a short program in the sandbox, as `command` and `version_manager` need it (R6.3). */
  ask(argv: readonly string[]): Promise<ProgramAnswer>
}

/** The same of a process that runs plans itself, with what it runs them in. */
export interface RunningFacts extends ServerFacts, Pick<Host, 'sandbox' | 'http' | 'log'> {}
