import { createHash } from 'node:crypto'
import { encodeShare } from '#core/share'
import { commandLine } from '#core/text'
import type { Desk, ReadyLink } from './desk.ts'
import { readArguments } from '../cli/command.ts'
import { requireAllowed, secretLines, shareCommand, sharedDraft } from '../cli/share.ts'
import { argumentsOf, ioOf, opened, type DeskSettings } from './calling.ts'

/** Where the page is if no server says so: the address of `npm start`. */
const usualPage = 'http://127.0.0.1:4173/'

/** Make a link ready: what looks like a secret in it waits for a person, whatever an agent says of it. */
export function prepareShare(
  project: string,
  { item_id, parameters, allow, page = usualPage }: Parameters<Desk['prepareShare']>[1],
  settings: DeskSettings,
): ReadyLink {
  const call = [`--item=${item_id}`, `--params=${parameters}`, ...allow.map((name) => `--allow-secret=${name}`)]
  const words = argumentsOf(shareCommand, project, call, settings)
  const directory = opened(shareCommand, project, settings)
  const { snapshot, secrets, leftOut } = sharedDraft(readArguments(shareCommand, words), ioOf(settings), directory)
  requireAllowed(secrets.filter(({ name }) => !allow.includes(name)))
  const encoded = encodeShare(snapshot)
  const link = `${page}#${encoded}`
  const digest = createHash('sha256')
    .update(JSON.stringify({ share: project, encoded }))
    .digest('hex')
  const shown = ['with what looks like secrets in it, for the agent to read:', ...secretLines(secrets)]
  return {
    consent:
      secrets.length === 0 ? null : { digest, shown, commandLine: commandLine(['rye-chain', 'share', ...words]) },
    link,
    facts: {
      characters: link.length,
      files: Object.keys(snapshot.files),
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
    },
  }
}
