import type { Writable } from 'node:stream'
import { visible } from '#core/text'
import type { Arguments } from '../cli/command.ts'
import { inputStream, type Io } from '../cli/io.ts'
import { buildOf } from '../cli/kept.ts'
import { machineOf, projectOptions } from '../cli/project-options.ts'
import { limitsOf } from '../cli/run/run-item.ts'
import { spaceFolders } from '../mcp/agent-settings.ts'
import { confirmPolicy, policyFile, policyFolder, readPolicy } from '../mcp/policy.ts'
import { Roots } from '../mcp/roots.ts'
import { serveAgents } from '../mcp/start.ts'
import { nearestProject } from '../project/nearest-project.ts'
import type { Machine } from '../project/options.ts'
import { openProject } from '../project/project.ts'
import { ReportedError } from '../project/reported-error.ts'
import { agentLimits } from '../sandbox/limits.ts'
import { optionsGiven, userCommandLines } from './user-command-lines.ts'

/**
 * Serve one agent on standard input and output until it disconnects. Only protocol messages appear on standard output.
 */
export function serveOne(given: Arguments, io: Io, output: Writable): Promise<number> {
  const input = inputStream('messages of an agent (Model Context Protocol)')
  const { machine, ...spaces } = projectOptions(given, io)
  const options = { ...spaces, build: buildOf(given, io) }
  const roots = rootsGiven(given, machine)
  const limits = limitsOf(given, agentLimits)
  const http = { reach: { allowed: given.texts('http-allow'), allowedPrivate: [] }, limits }
  const lines = userCommandLines(optionsGiven(given, io.cwd))
  return serveAgents({ machine, roots, options, lines, limits, http }, input, output, {
    ended: io.untilEnded(),
    err: (line) => io.err(`${line}\n`),
  })
}

/** The folders of `--root`. Default: the project of every other command. */
function rootsGiven(given: Arguments, machine: Machine): Roots {
  const named = given.texts('root')
  return new Roots(named.length > 0 ? named : [nearestProject(machine)], machine.cwd)
}

/**
 * Show the items that a policy allows, and store the user's approval of exactly this policy. Returns the exit code: 1
 * without the user's approval.
 * @throws ReportedError if the project has no policy
 */
export function confirm(given: Arguments, io: Io): number {
  const project = rootsGiven(given, machineOf(io)).project(undefined)
  const policy = readPolicy(project, () =>
    spaceFolders(openProject({ ...projectOptions(given, io), folder: project }).directory),
  )
  if (!policy)
    throw new ReportedError(
      'usage',
      `${policyFile} in ${project} does not contain mcp: {allow: [ITEM]}. Add the items to allow.`,
    )
  const lines = [
    `${policyFile} in ${project} lets agents run these items without approval, with any parameters:`,
    ...policy.allow.map((item) => `  ${visible(item)}`),
    `The approval ends when ${policyFile}, .env or a file of .ai changes, in the project or in another space.`,
    `digest ${policy.digest}`,
  ]
  for (const line of lines) io.err(`${line}\n`)
  if (!agrees(given, io, policy.digest)) return 1
  confirmPolicy(policyFolder(io.env), project, policy)
  io.out(`Confirmed: ${policy.digest}\n`)
  return 0
}

function agrees(given: Arguments, io: Io, digest: string): boolean {
  const word = given.text('digest')
  if (word !== undefined) {
    if (word !== digest)
      io.err('The digest does not match the current policy. Review the list and pass the digest above.\n')
    return word === digest
  }
  if (!io.ask)
    throw new ReportedError(
      'usage',
      'Not a terminal, so no confirmation is possible. Review the list, then pass --digest with the digest above.',
    )
  return /^y(?:es)?$/i.test(io.ask('Allow this? [y/N] ').trim())
}
