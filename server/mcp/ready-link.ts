import { createHash } from 'node:crypto'
import { requireTree } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { secretLines, share } from '../project/share.ts'
import { optionsFor, type AgentSettings } from './agent-settings.ts'
import type { Facts } from './fence.ts'

/** The contents of a link, and the item it opens. */
export interface LinkRequest {
  readonly item_id: string
  readonly parameters: string
  /** Names of suspected secrets that the link may include. */
  readonly allow: readonly string[]
  /** The address of the page that opens the link. Default: the address of a server with default settings. */
  readonly page: string | undefined
}

/** A link that the agent receives, after the user's approval if it contains suspected secrets. */
export interface ReadyLink {
  /** The suspected secrets in the link, with a digest of all contents; null if the link needs no approval. */
  readonly consent: { readonly digest: string; readonly shown: readonly string[]; readonly commandLine: string } | null
  readonly link: string
  readonly facts: Facts
}

/** Prepare a link. Values that look like secrets require the user's approval, regardless of the agent's claims. */
export function readyLink(
  project: string,
  { item_id, parameters, allow, page }: LinkRequest,
  { options, ...settings }: AgentSettings,
): ReadyLink {
  // The page that opens a link has its own environment and world.
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
  const shown = ['with suspected secrets that the agent can read:', ...secretLines(secrets)]
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
