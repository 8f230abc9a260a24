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
/** Maximum number of problem codes that a prompt explains. */
const mostExplained = 4

const whyNotName = 'why-does-this-not-run'
const writeToolName = 'write-a-tool'
/** The names of all prompts, as a client lists them. */
export const promptNames: readonly string[] = [whyNotName, writeToolName]

/**
 * Adds the prompts with which a user can start an agent. Each describes the current state of the project and the task.
 */
export function addPrompts(server: McpServer, workplace: Workplace): void {
  server.registerPrompt(
    whyNotName,
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
    writeToolName,
    {
      title: 'Write a tool',
      description:
        'Write a new tool from the template of its language, check it, and show the command that it would run.',
      argsSchema: toStandardJsonSchema(
        v.object({
          purpose: text('The purpose of the tool'),
          item_id: v.optional(text('Path of the tool in .ai/tools without extension. Default: demo/new_tool')),
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
      ? 'An item is valid and would run as shown, but the user reports unexpected behavior. Find out why.'
      : 'An item does not run. Find out why from the following facts.',
    textOf(answer, kept),
    ...(meanings.length === 0 ? [] : ['From the documentation of these problems:', ...meanings]),
    'What to do:',
    ...(isReady
      ? [
          '1. Compare the command above with the expected command; call explain for each unexpected value.',
          '2. Read the files of the chain as resources, starting with the tool.',
        ]
      : [
          '1. Start with the first error: it often causes the others. Read the file of the error as a resource, at the given line.',
          '2. Call explain for a value that differs from the file, and search for items with a name similar to a missing item.',
        ]),
    '3. Report the cause first, then the smallest change that fixes it.',
    '4. Do not change or run anything before the user agrees. After a change, call validate again.',
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
    fenced(seen(`${purpose}\nitem ID: ${item_id}`)),
    `Start with this valid template; paths start at the project (/project). Try it with ${visible(parameters)}.`,
    template,
    'What to do:',
    '1. Call search for an existing tool with this purpose.',
    '2. Write the file. Keep the version, tool type, executor ID and category of the template; declare every parameter in CONFIG_SCHEMA.',
    '3. Call validate with real parameters until the tool has no errors, then resolve, and show the user the exact command.',
    '4. Call execute once. The user approves the run; if the client cannot ask, show the user the command line from the answer.',
    'For small working tools, read rye-chain://lessons/hello-chain. For the rules, read rye-chain://rules/r02-metadata/1.',
  ].join('\n')
}

/**
 * The result of a prompt.
 * @throws ProtocolError with the reason if the project or the call is refused
 */
function promptResult(work: () => string): GetPromptResult {
  try {
    return { messages: [{ role: 'user', content: { type: 'text', text: work() } }] }
  } catch (error) {
    if (!(error instanceof ReportedError)) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, fenced(visible(error.what)))
  }
}
