import type { Volume } from '../host/volume.ts'

/** The functions of `jq-wasm` that this sandbox uses. */
export interface Jq {
  raw(
    input: string,
    query: string,
    flags: string[],
  ): { readonly stdout: string; readonly stderr: string; readonly exitCode: number }
}

/** The output of a jq command, and its exit code. */
export interface Said {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

interface Call {
  readonly argv: readonly string[]
  readonly stdin: string | null
  readonly cwd: string
}

/** The command line of jq: the options, the query or its file, and the input files. */
interface Line {
  readonly flags: string[]
  readonly positional: readonly string[]
  readonly isFromFile: boolean
  /** An option that reads files or positional values, which this jq does not support; undefined if there is none. */
  readonly refused: string | undefined
}

/** The number of arguments after an option. */
const following: Readonly<Record<string, number>> = { '--arg': 2, '--argjson': 2, '--indent': 1 }
const refusedOptions = /^(?:--(?:slurpfile|rawfile|args|jsonargs|library-path)\b.*|-[a-zA-Z]*L.*)$/

function readLine(argv: readonly string[]): Line {
  const flags: string[] = []
  const positional: string[] = []
  let isFromFile = false
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (refusedOptions.test(word)) return { flags, positional, isFromFile, refused: word }
    if (word === '--') {
      positional.push(...argv.slice(at + 1))
      break
    }
    const more = following[word] ?? 0
    const short = /^-[a-zA-Z]+$/.test(word) ? word.replace('f', '') : word
    if (word === '--from-file' || short !== word) isFromFile = true
    if (!/^-./.test(word)) positional.push(word)
    else if (word !== '--from-file' && short !== '-') flags.push(short, ...argv.slice(at + 1, at + 1 + more))
    at += more
  }
  return { flags, positional, isFromFile, refused: undefined }
}

/** Run jq on its input or its files. Missing files and unsupported options become error messages of jq. */
export function runJq(jq: Jq, volume: Volume, { argv, stdin, cwd }: Call): Said {
  const { flags, positional, isFromFile, refused } = readLine(argv)
  if (refused !== undefined)
    return { stdout: '', stderr: `jq: ${refused} is not simulated. Use a real run.\n`, code: 2 }
  const read = (path: string): string | undefined => {
    const full = path.startsWith('/') ? path : `${cwd}/${path}`
    return volume.find(full)?.kind === 'file' ? new TextDecoder().decode(volume.read(full)) : undefined
  }
  const [first = '.', ...named] = positional
  const query = isFromFile ? read(first) : first
  const readsFiles = !flags.some(isNull) || /\binputs?\b/.test(query ?? '')
  const files = readsFiles ? named : []
  const missing = [...(query === undefined ? [first] : []), ...files.filter((path) => read(path) === undefined)]
  const complaints = missing.map((path) => `jq: error: Could not open ${path}: No such file or directory\n`).join('')
  if (query === undefined) return { stdout: '', stderr: complaints, code: 2 }
  const input = files.length === 0 ? (stdin ?? '') : files.map((path) => read(path) ?? '').join('')
  const { stdout, stderr, exitCode } = jq.raw(input, query, flags)
  const isJoined = flags.some((flag) => /^(?:-[a-zA-Z]*j|--join-output$)/.test(flag))
  const hasLine = stdout !== '' || (flags.some(isRaw) && jq.raw(input, query, flags.filter(notRaw)).stdout !== '')
  const end = !isJoined && hasLine ? '\n' : '' // jq-wasm removes the last newline
  return { stdout: stdout + end, stderr: complaints + stderr, code: exitCode || (missing.length > 0 ? 2 : 0) }
}

const isNull = (flag: string): boolean => /^(?:-[a-zA-Z]*n|--null-input$)/.test(flag)
const isRaw = (flag: string): boolean => /^(?:-[a-zA-Z]*r|--raw-output$)/.test(flag)
const notRaw = (flag: string): boolean => !isRaw(flag)
