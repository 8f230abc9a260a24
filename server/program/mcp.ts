import { keepOutput } from '../mcp/kept-output.ts'
import type { Command } from '../cli/command.ts'
import { directoryOptions } from '../cli/project-options.ts'

const { dir: _dir, ...spaceOptions } = directoryOptions

/** The command line for agents: the Model Context Protocol on standard input and output. */
export const mcpCommand: Command = {
  name: 'mcp',
  about: 'Serve agents by the Model Context Protocol, on standard input and output.',
  more: 'An agent names projects inside the roots. A run takes the word of a person: by a form of the client, by the command line that the answer gives, or by mcp: {allow: [ITEM]} in rye-chain.yaml once --confirm-policy was answered for it. The settings of spaces and rules hold for all calls.',
  options: {
    root: {
      value: 'DIR',
      multiple: true,
      about: 'A folder with projects that agents may name. The current one if not given.',
    },
    ...spaceOptions,
    limits: {
      value: 'NAME=N',
      multiple: true,
      about: 'A limit of runs that differs from its default. wall_seconds is 45 here, because clients wait a minute.',
    },
    'http-allow': { value: 'HOST', multiple: true, about: 'A host that the http_client primitive may reach.' },
    'confirm-policy': {
      about: 'Show what rye-chain.yaml of the first root lets agents run unasked, and ask you for it.',
    },
    digest: {
      value: 'DIGEST',
      about: 'The answer to --confirm-policy where nobody sits at a terminal: the digest it shows.',
    },
  },
  async run(given, io) {
    // Before anything is loaded that might print.
    const output = given.flag('confirm-policy') ? undefined : keepOutput()
    // The libraries of the protocol and the sandbox take longer to load than most commands to run.
    const { confirm, serveOne } = await import('./agents.ts')
    return output === undefined ? confirm(given, io) : serveOne(given, io, output)
  },
}
