import { createHash } from 'node:crypto'
import { requireTree } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { secretLines, share } from '../project/share.ts'
import { optionsFor, type AgentSettings } from './agent-settings.ts'
import type { Facts } from './fence.ts'

/** What a link shall hold and open on. */
export interface AskedLink {
  readonly item_id: string
  readonly parameters: string
  /** Names of what looks like a secret and may be in it all the same. */
  readonly allow: readonly string[]
  /** The address of the page that opens it; that of a server which is started without settings where none is known. */
  readonly page: string | undefined
}

/** A link that is made once a person approves what it contains. */
export interface ReadyLink {
  /** What looks like a secret and would be in it, and a digest of all that is; null where there is nothing to approve. */
  readonly consent: { readonly digest: string; readonly shown: readonly string[]; readonly commandLine: string } | null
  readonly link: string
  readonly facts: Facts
}

/** Prepare a link. Values that look like secrets require a person's approval, whatever the agent claims. */
export function readyLink(
  project: string,
  { item_id, parameters, allow, page }: AskedLink,
  { options, ...settings }: AgentSettings,
): ReadyLink {
  // The page that opens a link has an environment and a world of its own.
  const { env: _env, worldFile: _world, ...spaces } = options
  const { directory } = openProject(optionsFor(project, { ...settings, options: spaces }))
  requireTree(directory)
  const { link, encoded, snapshot, secrets, leftOut } = share(directory, {
    item_id,
    parameters,
    allowSecrets: allow,
    base: page,
  })
  const digest = createHash('sha256')
    .update(JSON.stringify({ share: project, encoded }))
    .digest('hex')
  const shown = ['with what looks like secrets in it, for the agent to read:', ...secretLines(secrets)]
  const commandLine = settings.lines.share(project, item_id, parameters, allow)
  return {
    consent: secrets.length === 0 ? null : { digest, shown, commandLine },
    link,
    facts: {
      characters: link.length,
      files: Object.keys(snapshot.files),
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
    },
  }
}
