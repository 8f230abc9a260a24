import { ProtocolError, ProtocolErrorCode, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { visible } from '#core/text'
import { newToolKinds } from '#core/write'
import { textOf } from './answer.ts'
import { fenced, seen } from './fence.ts'
import { aboutProblem } from '../project/manual-pages.ts'
import { resolveAnswer, validateAnswer } from './tools/reading.ts'
import type { Workplace } from './workplace.ts'
import { ReportedError } from '../project/reported-error.ts'

const text = (about: string) => v.pipe(v.string(), v.maxLength(4_000), v.description(about))
const projectPath = v.optional(text('Folder with .ai. Default: the first root'))
/** Maximum number of findings that a prompt explains. */
const mostExplained = 4

/** The prompts with which a user can start an agent. Each describes the current state of the project and the task. */
export function addPrompts(server: McpServer, workplace: Workplace): void {
  server.registerPrompt(
    'why-does-this-not-run',
    {
      title: 'Why does this not run?',
      description: 'Find out why an item is refused or fails, and propose the smallest change.',
      argsSchema: toStandardJsonSchema(
        v.object({
          item_id: text('Path in .ai/tools without extension'),
          parameters: v.optional(text('The parameters of the call, as JSON')),
          project_path: projectPath,
        }),
      ),
    },
    ({ item_id, parameters = '{}', project_path }) =>
      promptResult(() => whyNot(item_id, parameters, project_path, workplace)),
  )
  server.registerPrompt(
    'write-a-tool',
    {
      title: 'Write a tool',
      description:
        'Write a new tool of a project from the template of its language, check it, and show what it would run.',
      argsSchema: toStandardJsonSchema(
        v.object({
          purpose: text('What the tool is for'),
          item_id: v.optional(text('Its path in .ai/tools without extension. Default: demo/new_tool')),
          language: v.optional(text(`${newToolKinds.join(', ')}; default: python`)),
          project_path: projectPath,
        }),
      ),
    },
    ({ purpose, item_id = 'demo/new_tool', language = 'python', project_path }) =>
      promptResult(() => toWrite({ purpose, item_id, language }, project_path, workplace)),
  )
}

function whyNot(item_id: string, parameters: string, project: string | undefined, workplace: Workplace): string {
  const { projects, roots, kept } = workplace
  const analysis = projects.analyze(roots.project(project), item_id, parameters)
  const isReady = analysis.status === 'ready'
  const answer = isReady ? resolveAnswer(analysis) : validateAnswer(analysis)
  const codes = [...new Set(analysis.diagnostics.map(({ code }) => code))].slice(0, mostExplained)
  const meanings = codes.flatMap((code) => aboutProblem(code) ?? [])
  return [
    isReady
      ? 'An item is valid and would run as shown, but a person reports that it does not do what it should. Find out why.'
      : 'An item does not run. Find out why from the following facts.',
    textOf(answer, kept),
    ...(meanings.length === 0 ? [] : ['From the documentation of these findings:', ...meanings]),
    'What to do:',
    ...(isReady
      ? [
          '1. Compare the command above with what was expected; call explain for each value that surprises.',
          '2. Read the files of the chain as resources, from the tool on.',
        ]
      : [
          '1. Begin with the first error: the others often follow from it. Read the file and line that it names as a resource.',
          '2. Call explain for a value that is not what the file says, and search for items that exist under a name like a missing one.',
        ]),
    '3. Report the cause first, then the smallest change that fixes it.',
    '4. Change nothing and run nothing before the person agrees; after a change, call validate again.',
  ].join('\n')
}

function toWrite(
  { purpose, item_id, language }: { readonly purpose: string; readonly item_id: string; readonly language: string },
  project: string | undefined,
  { projects, roots }: Workplace,
): string {
  const { files, parameters } = projects.begin(roots.project(project), language, item_id)
  const template = files.map(({ path, text: content }) => `=== ${path}\n${content}`).join('\n')
  return [
    'Write a Rye tool for this purpose:',
    fenced(seen(`${purpose}\nitem id: ${item_id}`)),
    `Start with this valid template; paths start at the project (/project). Try it with ${visible(parameters)}.`,
    template,
    'What to do:',
    '1. Call search for something that does it already.',
    '2. Write the file. Keep version, tool type, executor id and category as the template has them; declare every parameter in CONFIG_SCHEMA.',
    '3. Call validate for it with real parameters until it has no error, then resolve, and show the person the exact command.',
    '4. Call execute once. A person approves it; if the client cannot ask, show the person the command line from the answer.',
    'Small working tools: rye-chain://lessons/hello-chain. The rules: rye-chain://rules/r02-metadata/1.',
  ].join('\n')
}

/** The result of a prompt; a refusal by the project replaces the description of its state. */
function promptResult(work: () => string): GetPromptResult {
  try {
    return { messages: [{ role: 'user', content: { type: 'text', text: work() } }] }
  } catch (error) {
    if (!(error instanceof ReportedError)) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, fenced(visible(error.what)))
  }
}
