import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { visible } from '#core/text'
import { resultOf, type Answer } from '../answer.ts'
import { ifApproved } from '../consent.ts'
import { readySigning, type ReadySigning } from '../ready-signing.ts'
import type { Workplace } from '../workplace.ts'
import { input, pathFrom, projectPath } from './input.ts'

interface Call {
  readonly files: readonly string[]
  readonly project_path?: string | undefined
}

/**
 * R10.5: adds the tool that signs files. A signature expresses the user's approval, so signing requires that approval.
 */
export function addSign(server: McpServer, workplace: Workplace): void {
  server.registerTool(
    'sign',
    {
      title: 'Sign files',
      description:
        "Use to add the user's signature to tools or tool configs, in place. The user approves each call. To test signatures, use check with strict.",
      inputSchema: input({
        files: v.pipe(
          v.array(v.pipe(v.string(), v.transform(pathFrom))),
          v.minLength(1),
          v.maxLength(100),
          v.description('Paths in the project'),
        ),
        project_path: projectPath,
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (call, context) => workplace.answer(() => sign(call, context, server, workplace)),
  )
}

async function sign(
  { files, project_path }: Call,
  context: ServerContext,
  server: McpServer,
  workplace: Workplace,
): Promise<CallToolResult | InputRequiredResult> {
  const { projects, roots, kept } = workplace
  const project = roots.project(project_path)
  const { digest, shown, commandLine, sign: make } = readySigning(project, files, projects.settings)
  const question = { title: visible(`An agent wants you to sign files of ${project}:`), shown, digest, fillsIn: false }
  return ifApproved(question, workplace, context, server, {
    approved: () => resultOf(answerOf(make()), kept),
    notDone: (headline, facts) => resultOf({ headline, facts, failed: true }, kept),
    withoutPerson: {
      because:
        "A signature requires the user's approval, which this call cannot request. Show the user the command line.",
      facts: { run_by_a_person: commandLine },
    },
  })
}

function answerOf({ fingerprint, files, not_signed }: ReturnType<ReadySigning['sign']>): Answer {
  if (not_signed.length === 0) return { headline: 'Signed.', facts: { fingerprint, files }, failed: false }
  const headline = `${not_signed.length} of ${files.length + not_signed.length} files could not be written and have no new signature.`
  return { headline, facts: { fingerprint, files, not_signed }, failed: true }
}
