// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { finished } from '../server/launch/processes.mjs'
import { root, say } from '../server/launch/root.cjs'

/** @typedef {{ program: string, packages: readonly string[], for: string, steps: readonly string[], optional?: boolean }} Tool */

const real = ['unit', 'e2e']

/**
 * The programs that tests need in addition to Node, each with its Debian packages, its purpose and the steps that use
 * it. If an optional program is missing, its stories are skipped with a reason, or run with another program.
 * @type {readonly Tool[]}
 */
const tools = [
  { program: 'bwrap', packages: ['bubblewrap'], for: 'the kernel sandbox', steps: real },
  { program: 'setpriv', packages: ['util-linux'], for: 'the kernel sandbox', steps: real },
  { program: 'python3', packages: ['python3'], for: 'tools written in Python', steps: real },
  { program: 'redis-server', packages: ['redis-server'], for: 'a queue that many servers share', steps: ['unit'] },
  { program: 'chromium', packages: ['chromium', 'fonts-dejavu-core'], for: 'the page in a browser', steps: ['e2e'] },
  {
    program: 'chromium-headless-shell',
    packages: ['chromium-headless-shell'],
    for: 'the page in a smaller browser, which is faster',
    steps: ['e2e'],
    optional: true,
  },
  { program: 'firefox-esr', packages: ['firefox-esr'], for: 'the page in Firefox', steps: ['e2e'], optional: true },
  {
    program: 'WebKitWebDriver',
    packages: ['webkit2gtk-driver'],
    for: 'the page in WebKit',
    steps: ['e2e'],
    optional: true,
  },
  { program: 'Xvfb', packages: ['xvfb'], for: 'the page in WebKit', steps: ['e2e'], optional: true },
  { program: 'wine', packages: ['wine64'], for: "the command line with Windows' Node", steps: ['wine'] },
]

/**
 * A machine that tools are installed on.
 * @typedef {object} Machine
 * @property {readonly string[]} folders The folders with programs.
 * @property {readonly string[] | undefined} asRoot The prefix of a command that runs as root; undefined if this user
 * cannot become root.
 * @property {(command: readonly string[]) => Promise<number | undefined>} run
 * @property {(() => Promise<boolean>) | undefined} confirm Ask the user at the terminal; undefined if the answer is yes
 * without a prompt.
 */

/**
 * Install the missing programs of some steps with apt. Prompts for confirmation at a terminal, but not in CI. Prints
 * instructions if it cannot install them.
 * @param {readonly string[]} steps
 * @param {Machine} machine
 */
export async function ensureTools(steps, machine) {
  const has = (/** @type {string} */ program) => machine.folders.some((folder) => existsSync(join(folder, program)))
  const missing = tools.filter((tool) => tool.steps.some((step) => steps.includes(step)) && !has(tool.program))
  if (missing.length === 0) return
  for (const { program, for: use } of missing) say(`${program} is missing. It is required for ${use}.`)
  if (!has('apt-get')) {
    say('Install it with the package manager of this system. Until then, the tests that need it fail or are skipped.')
    return
  }
  const packages = missing.flatMap((tool) => tool.packages)
  const command = [...(machine.asRoot ?? ['sudo']), 'apt-get', 'install', '-y', '--no-install-recommends']
  if (machine.asRoot === undefined) {
    say(
      `Until it is installed, the tests that need it fail or are skipped. To install it: ${[...command, ...packages].join(' ')}`,
    )
    return
  }
  say(`To install with apt: ${packages.join(', ')}`)
  if (machine.confirm && !(await machine.confirm())) {
    say('Nothing was installed. The tests that need these programs fail or are skipped.')
    return
  }
  // Install the optional packages separately: a package that this system does not have must not block the others.
  const needed = missing.filter(({ optional }) => !optional).flatMap((tool) => tool.packages)
  const others = missing.filter(({ optional }) => optional).map((tool) => tool.packages)
  const installs = [needed, ...others].filter((names) => names.length > 0).map((names) => [...command, '-qq', ...names])
  for (const words of [[...machine.asRoot, 'apt-get', 'update', '-qq'], ...installs]) {
    const code = await machine.run(words)
    if (code !== 0)
      say(`${words.join(' ')} exited with code ${code}. Tests that need these packages fail or are skipped.`)
  }
}

/**
 * This machine. It prompts for confirmation only at a terminal, never in CI.
 * @param {boolean} yes Whether the user has already confirmed.
 * @returns {Machine}
 */
export function thisMachine(yes) {
  const isPerson = process.stdin.isTTY && process.stderr.isTTY && !process.env['CI']
  return {
    folders: [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin'],
    asRoot: process.getuid?.() === 0 ? [] : canSudo() ? ['sudo'] : undefined,
    run: ([program = '', ...args]) =>
      finished(program, args, { cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }),
    confirm: isPerson && !yes ? confirmed : undefined,
  }
}

/** Whether sudo works without a password. */
function canSudo() {
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
}

async function confirmed() {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question('Install now? [y/N] ')
  terminal.close()
  return /^y(?:es)?$/i.test(answer.trim())
}
