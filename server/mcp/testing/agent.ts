import { Client, type ElicitResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { buildWorker } from '../../testing/worker-bundle.ts'

/** The command line as a separate program. */
export function commandLineProgram(): Promise<{ readonly path: string; remove(): void }> {
  return buildWorker('server/testing/command-line.ts')
}

/** Answers the questions of a server as the user. */
export type User = (message: string) => ElicitResult

/** A user who approves everything. */
export const yes: User = () => ({ action: 'accept', content: { approve: true } })

export type Era = 'legacy' | 'auto'

/** A client of the official library; it supports questions only if it has a user. */
export function makeClient(era: Era, person?: User): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: era }, capabilities: person ? { elicitation: { form: {} } } : {} },
  )
  if (person)
    client.setRequestHandler('elicitation/create', ({ params }) => person('message' in params ? params.message : ''))
  return client
}

/** The environment of a child process; its folder is also its home directory. */
export const envOf = (cwd: string) => ({ PATH: '/usr/bin:/bin', HOME: cwd, LANG: 'C.UTF-8' })

/** A client of a server that runs as a child process in a folder. */
export async function agentAt(
  program: string,
  cwd: string,
  words: readonly string[] = [],
  { era = 'auto', person }: { readonly era?: Era; readonly person?: User } = {},
): Promise<{ readonly agent: Client; readonly pid: number }> {
  const agent = makeClient(era, person)
  const args = [program, 'mcp', ...words]
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    cwd,
    env: envOf(cwd),
    stderr: 'inherit',
  })
  await agent.connect(transport)
  return { agent, pid: transport.pid ?? 0 }
}

/** A tool's result in the format of the tests. */
export interface ToolAnswer {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

/** Call a tool, and return all text of its result. */
export async function reported(
  agent: Client,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<ToolAnswer & { readonly text: string }> {
  const answer = (await agent.callTool({ name, arguments: given })) as ToolAnswer
  return { ...answer, text: answer.content.map(({ text = '' }) => text).join('\n') }
}
