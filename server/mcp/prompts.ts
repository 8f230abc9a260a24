import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { fenced, seen } from './fence.ts'

const text = (about: string) => v.pipe(v.string(), v.maxLength(4_000), v.description(about))

/** What a person can start an agent with. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'why-does-this-not-run',
    {
      title: 'Why does this not run?',
      description: 'Find out why an item is refused or fails, and propose the smallest change.',
      argsSchema: toStandardJsonSchema(
        v.object({ item_id: text('The item'), project_path: v.optional(text('Folder with .ai')) }),
      ),
    },
    ({ item_id, project_path }) =>
      asked(
        [
          'Find out why this item does not run:',
          fenced(seen([item_id, ...(project_path === undefined ? [] : [`in ${project_path}`])].join('\n'))),
          '1. Call validate for it, with the parameters that were used. Its findings say what is wrong, where, and what to do.',
          '2. If it is valid, call resolve and compare the command with what was expected; call explain for each value that surprises.',
          '3. Read what a finding means in rye-chain://rules/problems/1 and the files that it names.',
          '4. Tell the cause first, then the smallest change that mends it. Change nothing and run nothing before the person agrees.',
        ].join('\n'),
      ),
  )
  server.registerPrompt(
    'write-a-tool',
    {
      title: 'Write a tool',
      description: 'Write a new tool of a project, check it, and show what it would run.',
      argsSchema: toStandardJsonSchema(
        v.object({
          purpose: text('What the tool is for'),
          language: v.optional(text('python, javascript, bash or yaml')),
          project_path: v.optional(text('Folder with .ai')),
        }),
      ),
    },
    ({ purpose, language = 'python', project_path }) =>
      asked(
        [
          'Write a Rye tool:',
          fenced(
            seen(
              [purpose, `language: ${language}`, ...(project_path === undefined ? [] : [`in ${project_path}`])].join(
                '\n',
              ),
            ),
          ),
          '1. Call search for something that does it already, and for a tool in that language to follow; rye-chain://lessons/hello-chain is a small one.',
          '2. Write one file below .ai/tools: a version, a tool type, an executor id of a runtime that search or resolve shows, and CONFIG_SCHEMA for its parameters.',
          '3. Call validate for it with real parameters until it has no error, then resolve, and show the person the exact command.',
          '4. Call execute once. A person approves it; without approval, show them the command line that the answer gives.',
        ].join('\n'),
      ),
  )
}

function asked(content: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: content } }] }
}
