import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decodeShare, describeShareProblem, type Snapshot, visible } from '#core'
import type { Command } from './command.ts'
import { codeOf, printJson, Trouble, UsageError, type Io } from './io.ts'
import { shellWord } from './paint.ts'
import { writeNew } from './write.ts'

/** Write the files of a link into an empty directory. Nothing of them is run. */
export const openCommand: Command = {
  name: 'open',
  words: 'LINK|@FILE|-',
  about: 'Write the files of a share link into an empty directory.',
  more: 'A link that is too long for a command line comes from a file (@FILE) or from standard input (-). DIR gets project/, user/ and draft.json, as in an archive that the page exports.',
  options: {
    to: { value: 'DIR', about: 'Where to: a directory that is empty or not there yet.' },
    json: { about: 'What was written, as JSON.' },
  },
  run(given, io) {
    const [link, ...more] = given.words
    if (link === undefined || more.length > 0)
      throw new UsageError('Give one link, the file that holds it as @FILE, or - to read it from standard input.')
    const to = resolve(io.cwd, given.need('to'))
    const opened = decodeShare(fragmentOf(givenLink(link, io)))
    if (opened.kind === 'rejected') throw new Trouble(describeShareProblem(opened.problem))
    const { snapshot } = opened
    if (existsSync(to) && readdirSync(to).length > 0) throw new Trouble(`${to} is not empty. Choose another directory.`)
    const { files, ...head } = snapshot
    for (const [path, content] of Object.entries(files)) writeNew(join(to, path), bytesOf(content))
    writeNew(join(to, 'draft.json'), `${JSON.stringify(head, null, 2)}\n`)
    if (given.flag('json')) printJson(io, { to, ...head, files: Object.keys(files) })
    else
      io.out(
        `${Object.keys(files).length} files of ${visible(snapshot.name)} in ${to}\nTo look at it: ${nextCommand(given.need('to'), snapshot)}\n`,
      )
    return 0
  },
}

/** The link itself, or what the file or standard input holds: systems bound the length of an argument. */
function givenLink(word: string, io: Io): string {
  if (word === '-') return io.input().trim()
  if (!word.startsWith('@')) return word
  const path = resolve(io.cwd, word.slice(1))
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`${word}: the file cannot be read (${codeOf(error)}).`)
  }
}

/** The fragment of a link, or the text itself where it is a bare fragment. */
function fragmentOf(link: string): string {
  if (/^https?:\/\/[^#]*\/s\/[\w-]+\/?$/.test(link))
    throw new UsageError('A short link is known to its server only. Open it in a browser and copy the long link.')
  const cut = link.indexOf('#')
  // The page puts its launch token in front of a draft now and then.
  return (cut === -1 ? link : link.slice(cut + 1)).replace(/^(?:token=[\w-]+&?)+/, '')
}

function bytesOf(content: Snapshot['files'][string]): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content.base64, 'base64')
}

function nextCommand(to: string, { item_id, parameters, dialect, search, dev_mode, files }: Snapshot): string {
  const words = ['analyze', '--dir', `${to}/project`]
  if (Object.keys(files).some((path) => path.startsWith('/user/'))) words.push('--user', `${to}/user`)
  words.push('--item', item_id, '--params', parameters, '--dialect', dialect, '--search', search)
  words.push(dev_mode ? '--dev' : '--strict', '--world', `${to}/draft.json`)
  return ['rye-chain', ...words].map((word) => visible(shellWord(word))).join(' ')
}
