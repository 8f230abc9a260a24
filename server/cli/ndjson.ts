import { WorkspaceChecker } from '#core/answer'
import { encodeValue, isDict, parseJson, plain, writeJson } from '#core/read'
import { listItems } from '#core/resolve'
import { limits } from '#core/rules'
import type { Command } from './command.ts'
import { requireTree } from '../project/directory.ts'
import type { ItemCall } from '../project/item.ts'
import { openProject, type Project } from '../project/project.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { inputStream, patientOutput } from './io.ts'

/** Maximum number of characters in a line. */
const mostLine = 16 * 1024 * 1024

const fields = ['id', 'ask', 'item_id', 'parameters'] as const

/** The request kinds. `analyze` returns the JSON document of its command; `list` and `check` return shorter ones. */
const asks = ['analyze', 'list', 'check'] as const

/** Responds to each request line with one line, so programs that send many requests need only one process. */
export const ndjsonCommand: Command = {
  name: 'ndjson',
  about: 'Answer JSON requests from standard input, one per line.',
  more: `A request is {"id", "ask", "item_id", "parameters"}: ask is one of ${asks.join(', ')} (default: analyze). Each answer has the same id as its request, and either document or error. The answers are in the order of the requests. Reading pauses while the output is blocked.`,
  options: directoryOptions,
  async run(given, io) {
    const input = inputStream('requests, one JSON document per line,')
    const project = openProject(projectOptions(given, io))
    requireTree(project.directory)
    const write = patientOutput()
    const answerer = new Answerer(project)
    for await (const line of linesOf(input)) {
      if (line === '') continue
      await write(`${writeJson(answerer.answer(line))}\n`)
    }
    return 0
  },
}

type Answer = { readonly id: unknown } & (
  { readonly document: unknown } | { readonly error: { readonly message: string } }
)

class Answerer {
  readonly #project: Project
  #checker: WorkspaceChecker | undefined

  constructor(project: Project) {
    this.#project = project
  }

  answer(line: string | undefined): Answer {
    if (line === undefined)
      return refused(null, `The line has more than ${mostLine} characters. Send a smaller request.`)
    const read = parseJson(line, { depth: limits.documentDepth })
    if (read.kind === 'invalid')
      return refused(null, `The line is not valid JSON: ${read.problem}, at character ${read.start + 1}.`)
    const request = plain(read.document)
    if (!isDict(request)) return refused(null, 'A request must be one JSON object.')
    const id = encodeValue(request.get('id') ?? null)
    const [ask = 'analyze', item_id, parameters = new Map()] = [...fields].slice(1).map((name) => request.get(name))
    const unknown = [...request.keys()].find((key) => !fields.some((name) => name === key))
    if (unknown !== undefined)
      return refused(id, `Unknown field ${writeJson(unknown)}. The fields are ${fields.join(', ')}.`)
    const { workspace } = this.#project.directory
    switch (ask) {
      case 'analyze':
        if (typeof item_id !== 'string') return refused(id, 'item_id must be a string: the ID of an item.')
        if (!isDict(parameters)) return refused(id, 'parameters must be an object.')
        return { id, document: this.#analyze({ item_id, parameters: writeJson(encodeValue(parameters)) }) }
      case 'list':
        workspace.refresh()
        return { id, document: { format: 1, items: listItems(workspace) } }
      case 'check':
        this.#checker ??= new WorkspaceChecker(workspace)
        return {
          id,
          document: { format: 1, items: checkedItems(this.#checker) },
        }
      default:
        return refused(id, `ask must be one of ${asks.join(', ')}.`)
    }
  }

  #analyze(call: ItemCall): unknown {
    const analysis = this.#project.analyze(call)
    return { ...analysis, simulation: this.#project.simulation(analysis) }
  }
}

/** Each item with its counts. An unchecked item has `not_checked` with the reason. */
function checkedItems(checker: WorkspaceChecker): readonly unknown[] {
  return checker.checkAll().map((checked) => {
    const { findings, ...item } = checked
    const [entry] = findings[0]?.code === 'check-limit' ? checker.ownEntries(checked) : []
    return entry ? { ...item, not_checked: { code: entry.code, message: entry.message, hint: entry.hint } } : item
  })
}

function refused(id: unknown, message: string): Answer {
  return { id, error: { message } }
}

/**
 * The lines of a stream, read as fast as they are consumed. Yields undefined for a line that is too long, and skips it.
 */
async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string | undefined> {
  let rest = ''
  let isTooLong = false
  input.setEncoding('utf8')
  for await (const chunk of input) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield isTooLong || line.length > mostLine ? undefined : line.trim()
      isTooLong = false
    }
    if (rest.length <= mostLine) continue
    isTooLong = true
    rest = ''
  }
  if (isTooLong) yield undefined
  else if (rest.trim() !== '') yield rest.trim()
}
