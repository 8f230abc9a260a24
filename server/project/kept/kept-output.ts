import { hash } from 'node:crypto'
import type { Directory } from '../directory.ts'
import type { Machine } from '../options.ts'
import { KeptFolder, keptPlace } from './kept-folder.ts'
import { isUnchanged, Reads, type ReadsRecord } from './reads.ts'

/** The output of a command on standard output (1) and standard error (2), and its exit code. */
export interface Output {
  readonly printed: readonly (readonly [1 | 2, string])[]
  readonly code: number
}

/**
 * The first line of a stored output: the reads that it depends on, the stream and byte length of each following piece,
 * and the exit code.
 */
interface Head {
  readonly reads: ReadsRecord
  readonly pieces: readonly (readonly [1 | 2, number])[]
  readonly code: number
}

/**
 * The output of a command that depends only on a project's files, its settings and the words of the command. It is
 * stored in the user's cache folder, and reused until a file changes.
 */
export class KeptOutput {
  /** Records the reads of the project. The project must be opened with this recorder. */
  readonly reads: Reads
  readonly #folder: KeptFolder
  readonly #words: readonly unknown[]

  /**
   * @param build An ID of this version of the program.
   * @param words Everything else that determines the output, in addition to the project: the command, its options and
   * the terminal.
   */
  constructor(folder: KeptFolder, build: string, words: unknown, reads = new Reads()) {
    this.#folder = folder
    this.#words = [build, process.version, process.platform, groupsOfUser(), words]
    this.reads = reads
  }

  /**
   * The stored output; undefined if there is none, or if a file could have changed.
   * @param inputs Digests of everything else that the output depends on, such as a git revision.
   */
  find(directories: readonly Directory[], inputs: readonly string[] = []): Output | undefined {
    const [first] = directories
    const file = this.#folder.read(this.#nameIn(directories, inputs))
    const end = file?.indexOf('\n') ?? -1
    if (!file || !first || end === -1) return undefined
    // Only this class writes files with a valid seal.
    const { reads, pieces, code } = JSON.parse(file.toString('utf8', 0, end)) as Head
    // All projects of a command have the same world.
    if (!isUnchanged(reads, first.workspace.settings.world)) return undefined
    let at = end + 1
    const printed = pieces.map(([to, length]) => [to, file.toString('utf8', at, (at += length))] as const)
    return { printed, code }
  }

  /** Store an output, unless a later change to a file could be missed. */
  keep(directories: readonly Directory[], { printed, code }: Output, inputs: readonly string[] = []): void {
    const reads = this.reads.record()
    if (!reads) return
    const texts = printed.map(([, text]) => Buffer.from(text))
    const pieces = printed.map(([to], at) => [to, texts[at]?.length ?? 0] as const)
    const head: Head = { reads, pieces, code }
    this.#folder.write(
      this.#nameIn(directories, inputs),
      Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...texts]),
    )
  }

  #nameIn(directories: readonly Directory[], inputs: readonly string[]): string {
    return hash(
      'sha256',
      JSON.stringify([...this.#words, inputs, directories.map(settingsOf)], (_, value: unknown) =>
        value instanceof Map ? [...value] : value,
      ),
    )
  }
}

/** Everything that decides the answers about a project, except its files. */
function settingsOf({ workspace: { settings }, machine, file, home, onDisk, systems }: Directory): unknown {
  const { environ, programs, path_separator, hasFile } = settings.world
  // With `hasFile`, the name does not depend on all program files, which are slow to list. `reads` records each
  // lookup.
  const world = { environ, programs, path_separator, files: hasFile ? null : settings.world.files }
  const places = [machine.cwd, home, onDisk('/project'), onDisk('/user'), systems]
  return [places, { ...settings, world }, file]
}

/** The permissions of this process decide which files it can read. */
function groupsOfUser(): readonly unknown[] {
  return [process.geteuid?.(), process.getegid?.(), process.getgroups?.()]
}

/** Stored output in the user's cache folder; undefined without this folder, and for a program without a build. */
export function openKept(
  { env }: Pick<Machine, 'env'>,
  build: string | undefined,
  words: unknown,
  reads = new Reads(),
): KeptOutput | undefined {
  const place = keptPlace(env)
  if (place === undefined || build === undefined) return undefined
  return new KeptOutput(new KeptFolder(place), build, words, reads)
}

/**
 * The first answer of a long-running program to a question about a project, stored like the output of a command. Later
 * answers are computed from the files in memory.
 */
export class FirstAnswer<T> {
  #kept: KeptOutput | undefined

  /** @param kept Its recorder is that of the project. */
  constructor(kept: KeptOutput | undefined) {
    this.#kept = kept
  }

  /**
   * The stored answer, or the computed one.
   * @param isOnDisk Whether the answer depends only on files on the disk.
   */
  of(directory: Directory, isOnDisk: (reads: Reads) => boolean, compute: () => T): T {
    const kept = this.#kept
    if (!kept || !isOnDisk(kept.reads)) return compute()
    const found = kept.find([directory])
    // Only this class stores output under its words.
    if (found) return JSON.parse(found.printed[0]?.[1] ?? 'null') as T
    const answer = compute()
    this.#kept = undefined
    kept.keep([directory], { printed: [[1, JSON.stringify(answer)]], code: 0 })
    return answer
  }
}
