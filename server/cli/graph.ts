import { analyze, type Analysis, type DiagnosticEntry } from '#core/answer'
import type { GraphPicture, PicturedNode } from '#core/graph'
import type { GraphReach } from '#core/run'
import { visible } from '#core/text'
import { failedWalks } from '../project/check/check.ts'
import type { Directory } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { reachLines } from '../project/run/run-consent.ts'
import { itemGiven, itemOptions, parametersGiven } from './analyze.ts'
import { walkLines } from './check/walks.ts'
import type { Command } from './command.ts'
import { printJson } from './io.ts'
import { paintFor, type Paint } from './paint.ts'
import { directoryOptions, projectOptions } from './project-options.ts'
import { problemLines } from './report.ts'

/** A graph before it runs: nodes, edges, findings, reachable commands and their cost (R16.8). */
export const graphCommand: Command = {
  name: 'graph',
  words: '[ITEM]',
  about: 'Show the nodes, edges, problems, reachable commands, maximum steps and walk tests of a state graph.',
  more: 'Does not run tools or write files. Exit code: 0 ready, 1 refused or a failed walk test, 2 not a graph or wrong usage.',
  options: { ...itemOptions, ...directoryOptions, json: { about: 'Print the result as one JSON document.' } },
  async run(given, io) {
    const project = openProject(projectOptions(given, io))
    const { directory } = project
    const { analysis, picture, reach, walks } = await project.graph({
      item_id: itemGiven(given, directory, given.words),
      parameters: parametersGiven(given) ?? '{}',
    })
    const { item_id } = analysis
    const { status, diagnostics } = analysis
    // Without `--params`, missing parameters are not a problem of the graph.
    const isCalled = given.text('params') !== undefined
    const shown = isCalled ? diagnostics : diagnostics.filter((entry) => !isOfCall(entry))
    if (given.flag('json')) printJson(io, { format: 1, item_id, status, picture, reach, diagnostics, walks })
    else {
      const paint = paintFor(io)
      const lines = [
        ...outline(picture, paint),
        ...(reach ? ['', ...reachLines(isCalled ? reach : withoutCall(reach, directory), paint)] : []),
        ...titled('walks', walkLines(walks, directory, paint), paint),
        ...titled('problems', problemLines(shown, directory, paint), paint),
      ]
      for (const line of lines) io.out(`${line}\n`)
    }
    return isGood(analysis) && failedWalks(walks).length === 0 ? 0 : 1
  },
}

/** Whether a graph is valid, apart from the parameters of its call. */
function isGood({ diagnostics }: Analysis): boolean {
  return !diagnostics.some((entry) => entry.severity === 'error' && !isOfCall(entry))
}

/** Whether a finding is about the parameters of the call, not about the graph. */
function isOfCall({ code }: DiagnosticEntry): boolean {
  return code === 'parameter-invalid'
}

/**
 * The reachable commands of a graph that is called without parameters. A command that lacks only parameters is listed
 * as dependent on them, not as refused.
 */
function withoutCall(reach: GraphReach, { workspace }: Directory): GraphReach {
  const lacksParameters = (item_id: string): boolean => {
    const errors = analyze(workspace, { item_id, parameters: '{}' }).diagnostics.filter(
      ({ severity }) => severity === 'error',
    )
    return errors.length > 0 && errors.every(isOfCall)
  }
  return {
    ...reach,
    commands: reach.commands.map((command) =>
      command.refused !== null && lacksParameters(command.item_id.replace(/^tool:/, ''))
        ? { ...command, refused: null, open: ['the parameters (pass --params)'] }
        : command,
    ),
  }
}

function titled(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint.strong(title), ...lines]
}

/** The nodes in file order, each with its edges: the drawing as text. */
function outline({ item_id, start, nodes, edges }: GraphPicture, paint: Paint): readonly string[] {
  return [
    `${paint.strong(visible(item_id))}: starts at ${visible(start ?? '(nothing)')}`,
    ...nodes.flatMap((node) => [
      nodeLine(node, paint),
      ...edges
        .filter(({ from }) => from === node.name)
        .map(({ kind, to, when }) => {
          const why = kind === 'on_error' ? ' on error' : when === null ? '' : ` when ${when}`
          return `    -> ${visible(to)}${visible(why)}`
        }),
    ]),
  ]
}

function nodeLine({ name, kind, item, over }: PicturedNode, paint: Paint): string {
  const calls = item ? `  ${item.id}${item.isGraph ? ' (a graph)' : ''}` : ''
  const each = over === null ? '' : `  over ${over}`
  const chain = item?.chain && !item.isGraph ? paint.faint(visible(`  ${item.chain.slice(1).join(' > ')}`)) : ''
  return `  ${paint.strong(visible(name))}  ${kind}${visible(each + calls)}${chain}`
}
