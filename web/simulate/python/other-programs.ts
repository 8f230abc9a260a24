import type { Answered } from '../messages.ts'
import { unpackFiles } from '../packed-files.ts'
import type { EmscriptenFs } from './pyodide-boot.ts'

/** The folder in which `python/other_programs.py` reads results and records the program that it starts. */
const folder = '/lib/rye'

/** Write the results of previously started programs for Python. Returns the data to pass to Python. */
export function placeAnswers(fs: EmscriptenFs, answers: readonly Answered[]): readonly object[] {
  // The memory snapshot does not contain this folder.
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

/** The signal with which the program ended itself (`python/own_signals.py`); undefined if it did not. */
export function signalOf(fs: EmscriptenFs): string | undefined {
  const note = `${folder}/signal`
  return fs.analyzePath(note).exists ? fs.readFile(note, { encoding: 'utf8' }) : undefined
}

/** The program that this run tried to start when it stopped; undefined if the run reached its end. */
export function startedBy(fs: EmscriptenFs): string | undefined {
  const note = `${folder}/starts.json`
  return fs.analyzePath(note).exists ? fs.readFile(note, { encoding: 'utf8' }) : undefined
}
