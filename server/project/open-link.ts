import { existsSync, readdirSync } from 'node:fs'
import { describeShareProblem } from '#core/share'
import type { Snapshot } from '#core/workspace'
import { join } from '../disk-paths.ts'
import { ReportedError } from './reported-error.ts'
import { bytesOf, openLink, type LinkSource } from './link.ts'
import type { Machine } from './options.ts'
import { pathFromUser } from './spaces.ts'
import { realPlace } from './inside.ts'
import { writeNew } from './write-whole.ts'

/** The written files and their folder, which contains `project/`, `user/`, `system/` and `draft.json`. */
export interface OpenedLink {
  readonly to: string
  readonly snapshot: Snapshot
}

/**
 * Write the files of a share link to an empty or new folder, without running any tool.
 * @throws ReportedError for an invalid link, and for a folder that is not empty.
 */
export async function openInto(link: LinkSource, folder: string, machine: Machine): Promise<OpenedLink> {
  const to = pathFromUser(folder, '--to', machine.cwd, machine)
  const opened = await openLink(link, machine)
  if (opened.kind === 'rejected') throw new ReportedError('usage', describeShareProblem(opened.problem))
  const { snapshot } = opened
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new ReportedError('trouble', `${to} is not empty. Choose another folder.`)
  const { files, ...head } = snapshot
  const place = realPlace(to)
  if (place === undefined) throw new ReportedError('trouble', `${to} is a broken symlink. Choose another folder.`)
  const draft = { path: join(place, 'draft.json'), content: `${JSON.stringify(head, null, 2)}\n` }
  const made = Object.entries(files).map(([path, content]) => ({
    path: join(place, path),
    content: bytesOf(content),
  }))
  writeNew([...made, draft])
  return { to, snapshot }
}
