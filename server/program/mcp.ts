import { keepOutput } from '../mcp/kept-output.ts'
import type { Command } from '../cli/command.ts'
import { keptOptions } from '../cli/kept.ts'
import { directoryOptions } from '../cli/project-options.ts'

const { dir: _dir, ...spaceOptions } = directoryOptions

/**
 * Serves agents over the Model Context Protocol on standard input and output. With `--confirm-policy`, asks the user to
 * confirm a policy instead.
 */
export const mcpCommand: Command = {
  name: 'mcp',
  about: 'Serve agents over the Model Context Protocol on standard input and output.',
  more: 'Agents can use the projects inside the roots. A run requires your approval: in a form of the client, by running the command line from the answer, or through mcp: {allow: [ITEM]} in rye-chain.yaml after --confirm-policy. The options for spaces and rules apply to all calls.',
  options: {
    root: {
      value: 'DIR',
      multiple: true,
      about:
        'A folder with projects that agents may use. Default: the nearest folder with .ai, from the current folder up.',
    },
    ...spaceOptions,
    ...keptOptions,
    limits: {
      value: 'NAME=N',
      multiple: true,
      about:
        'Change a run limit. The default of wall_seconds is 45 for this command, because most clients time out after a minute.',
    },
    'http-allow': { value: 'HOST', multiple: true, about: 'A host that the http_client primitive may contact.' },
    'confirm-policy': {
      about:
        'List the items that rye-chain.yaml in the first root lets agents run without approval, and ask you to confirm the list.',
    },
    digest: {
      value: 'DIGEST',
      about: 'The digest that --confirm-policy shows, to confirm the list without a terminal.',
    },
  },
  async run(given, io) {
    // Standard output is reserved before any code is loaded that could print to it.
    const output = given.flag('confirm-policy') ? undefined : keepOutput()
    // Imported on demand, because loading the libraries of the protocol and the sandbox takes longer than most
    // commands.
    const { confirm, serveOne } = await import('./agents.ts')
    return output === undefined ? confirm(given, io) : serveOne(given, io, output)
  },
}
