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
import type { ShareCard } from '../shares/share-card.ts'
import type { ShareStore } from '../shares/share-store.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** A client's request for a run: files and an item, but no plan. */
export type AnalysisRequest = Omit<Message<'plan request'>, 'protocol'>

/**
 * The engine's answer: the call that would run here, or the reason why it cannot run. It is plain data that can be sent
 * between threads.
 */
export interface AnalysisAnswer {
  readonly call: AnalysedCall
  readonly files: readonly SnapshotFile[]
  /** The digest of the plan and the content of all files; valid only if the call is ready. */
  readonly digest: string
  /** For a graph: the commands it can reach, and the data for its walk. Null for any other item. */
  readonly graph: AnalysedGraph | null
  /** Bytes of memory used by the call, the graph and the draft's own files. */
  readonly bytes: number
}

/** The facts about this machine that an analysis needs. */
export interface MachineFacts {
  readonly interpreters: readonly string[]
  /** The answers of the requested programs; null until the programs have run. */
  readonly programs: readonly ProgramAnswer[] | null
}

/** The task of a thread: the received body of a plan request, and the facts of this machine. */
export interface AnalysisTask extends MachineFacts {
  readonly body: ReceivedBody
}

/** The input of a walk: the text of its plan request, and the machine facts that its analysis used. */
export interface WalkTask extends MachineFacts {
  readonly body: string
}

/** A graph that waits for confirmation: the commands that the user sees, and the draft of its walk. */
export interface AnalysedGraph {
  readonly reach: GraphReach
  /** The digest of the start of its walk (R16.8); null if the walk starts from the beginning. */
  readonly begins: string | null
  readonly task: WalkTask
}

/** The client of a request, and a signal that aborts when the client disconnects. */
export interface Caller {
  readonly client: string
  readonly signal: AbortSignal
}

/** All external services of the app, which does not read the environment or open a port. */
export interface Host {
  readonly config: ServerConfig
  /** The token of this launch; null in hosted mode. */
  readonly token: string | null
  readonly sandbox: Sandbox
  readonly report: SandboxReport
  readonly interpreters: readonly HostInterpreter[]
  readonly version: string
  readonly log: Logger
  readonly tracing: Tracing
  readonly shares: ShareStore
  readonly http: HttpSettings
  /** The user's interpreters that runs can also see; undefined if there are none. */
  readonly own?: OwnInterpreters
  /** The files that the interpreter of a plan needs; undefined if it needs no files outside the paths of every run. */
  neededBy?(plan: ExecutionPlan): Installation | undefined
  /** Analyze the received body of a plan request, which the event loop does not parse. */
  analyzeForRun(body: ReceivedBody, caller: Caller): AnalysisAnswer | Promise<AnalysisAnswer>
  /** Walk a confirmed graph (R16.1); `link` runs every command. If undefined, this server runs no graphs. */
  walkGraph?(task: WalkTask, link: WalkLink): Promise<WrittenResult>
  /** Close all resources of the engine. */
  close?(): Promise<void>
  /** The storable text of a share request, as `sharedText` returns it, computed outside the event loop. */
  readShare?(task: ShareTask, caller: Caller): Promise<string>
  /** The card of a stored snapshot, computed outside the event loop. */
  readCard?(text: string, caller: Caller): Promise<ShareCard>
  /** Read the output of a run if it is too long for the event loop. */
  readOutput?(task: OutputTask): Promise<ReadOutput>
  /** The Content-Security-Policy of `/sandbox/frame.html`, with a hash of the frame's script. */
  readonly frameCsp?: string
  /** Other request handlers behind the guard, by path, such as `/mcp`. */
  readonly routes?: Readonly<Record<string, (request: Request, client: string) => Promise<Response> | Response>>
}

/** The methods of a host that the engine provides. */
export type Engine = Pick<
  Host,
  'analyzeForRun' | 'walkGraph' | 'readShare' | 'readCard' | 'readOutput' | 'close' | 'frameCsp' | 'routes' | 'version'
>

/** The facts about the server and its machine that an analysis needs. */
export interface ServerFacts extends Pick<Host, 'config' | 'interpreters' | 'report'> {
  /** Run a short program in the sandbox, for `command` and `version_manager` (R6.3). */
  ask(argv: readonly string[]): Promise<ProgramAnswer>
}

/** The facts about a process that runs plans itself, in its sandbox. */
export interface RunningFacts extends ServerFacts, Pick<Host, 'sandbox' | 'http' | 'log'> {}
