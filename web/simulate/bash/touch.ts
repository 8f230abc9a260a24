import type { Volume } from '../host/volume.ts'

/**
 * `touch` for the volume. The version in bashkit cannot set the times of the host's files and does not support `-d`.
 * Returns the output, which is empty. Throws an error for invalid arguments; the shell prints its message after the
 * command's name.
 */
export function touch(volume: Volume, argv: readonly string[], cwd: string): string {
  const files: string[] = []
  let creates = true
  let at = Date.now()
  const words = [...argv]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--') files.push(...words.splice(0))
    else if (word === '-' || !word.startsWith('-')) files.push(word)
    else if (/^-[acm]+$/.test(word)) creates &&= !word.includes('c')
    else if (word === '--no-create') creates = false
    else if (/^(?:-d|-r|--date|--reference)(?:$|=)/.test(word)) {
      const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : (words.shift() ?? '')
      at = /^-(?:r|-ref)/.test(word) ? volume.at(placeOf(value, cwd)).mtimeMs : timeOf(value)
    } else throw new Error(`invalid option -- '${word.replace(/^-+/, '')}'`)
  }
  if (files.length === 0) throw new Error('missing file operand')
  for (const file of files) {
    const path = placeOf(file, cwd)
    const known = volume.find(path) !== undefined
    if (!known && !creates) continue
    if (!known) volume.write(path, new Uint8Array())
    volume.utimes(path, at)
  }
  return ''
}

/**
 * Parse a date of `touch -d`: seconds after `@`, or a date and time. Default: UTC. Returns milliseconds.
 * @throws Error for an invalid date
 */
function timeOf(text: string): number {
  const zoned = /[Zz]$|[+-]\d\d:?\d\d$/.test(text) || !text.includes(':') ? text : `${text}Z`
  const at = text.startsWith('@') ? Number(text.slice(1)) * 1000 : Date.parse(zoned)
  if (Number.isNaN(at)) throw new Error(`invalid date format '${text}'`)
  return at
}

function placeOf(file: string, cwd: string): string {
  return file.startsWith('/') ? file : `${cwd}/${file}`
}
