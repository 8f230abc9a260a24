import type { Answered } from '../messages.ts'
import { unpackFiles } from '../packed-files.ts'
import type { EmscriptenFs } from './pyodide-boot.ts'

/** The files in which `python/other_programs.py` finds answers and records the program it starts. */
const folder = '/lib/rye'

/** Put the answers of programs that were started before where Python finds them; returns what Python gets of them. */
export function placeAnswers(fs: EmscriptenFs, answers: readonly Answered[]): readonly object[] {
  // The files of the snapshot's own folder did not come with its memory.
  fs.mkdirTree(folder)
  return answers.map(({ call, code, stdout, stderr, written, gone }, at) => {
    const place = `${folder}/answers/${at}`
    fs.mkdirTree(place)
    fs.writeFile(`${place}/stdout`, stdout)
    fs.writeFile(`${place}/stderr`, stderr)
    const files = unpackFiles(written)
    files.forEach(({ bytes }, index) => fs.writeFile(`${place}/${index}`, bytes))
    return { call, code, gone, written: files.map(({ path }) => path) }
  })
}

/** The signal that the program ended itself with (`python/own_signals.py`). */
export function signalOf(fs: EmscriptenFs): string | undefined {
  const note = `${folder}/signal`
  return fs.analyzePath(note).exists ? fs.readFile(note, { encoding: 'utf8' }) : undefined
}

/** The program whose start ended this run; undefined if the run reached its end. */
export function startedBy(fs: EmscriptenFs): string | undefined {
  const note = `${folder}/starts.json`
  return fs.analyzePath(note).exists ? fs.readFile(note, { encoding: 'utf8' }) : undefined
}
