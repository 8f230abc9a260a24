// @ts-check
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { finished } from '../server/launch/processes.mjs'
import { root, say } from '../server/launch/root.cjs'

/**
 * What the tests need besides Node: the program, the Debian packages that bring it, and what for. Without an optional one its
 * stories are skipped, and say why.
 */
const tools = [
  { program: 'bwrap', packages: ['bubblewrap'], for: 'the kernel sandbox' },
  { program: 'setpriv', packages: ['util-linux'], for: 'the kernel sandbox' },
  { program: 'python3', packages: ['python3'], for: 'tools written in Python' },
  { program: 'redis-server', packages: ['redis-server'], for: 'a queue that many servers share' },
  { program: 'chromium', packages: ['chromium', 'fonts-dejavu-core'], for: 'the page in a real browser' },
  {
    program: 'chromium-headless-shell',
    packages: ['chromium-headless-shell'],
    for: 'the same page with less of a browser around it, which takes less time',
    optional: true,
  },
  { program: 'firefox-esr', packages: ['firefox-esr'], for: 'the page in Firefox', optional: true },
  { program: 'WebKitWebDriver', packages: ['webkit2gtk-driver'], for: 'the page in WebKit', optional: true },
  { program: 'Xvfb', packages: ['xvfb'], for: 'the page in WebKit', optional: true },
]

/** Install what is missing where that is allowed (root, or sudo without a password); else say the one command that does. */
export async function ensureTools() {
  const missing = tools.filter(({ program }) => !isOnPath(program))
  if (missing.length === 0) return
  const packages = missing.flatMap((tool) => tool.packages)
  // A package that this system does not have must not keep the others away.
  const needed = missing.filter(({ optional }) => !optional).flatMap((tool) => tool.packages)
  const others = missing.filter(({ optional }) => optional).map((tool) => tool.packages)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo']
  const command = [...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends']
  for (const { program, for: use } of missing) say(`${program} is missing: it is needed for ${use}.`)
  const allowed = asRoot.length === 0 || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
  if (!isOnPath('apt-get')) {
    say('Install them as this system does it; the tests that need them fail until then.')
    return
  }
  if (!allowed) {
    say(`The tests that need them fail until then. To install them: ${[...command, ...packages].join(' ')}`)
    return
  }
  say(`Installing: ${packages.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const [program = '', ...args] of [
    [...asRoot, 'apt-get', 'update', '-qq'],
    ...[needed, ...others].filter((names) => names.length > 0).map((names) => [...command, '-qq', ...names]),
  ]) {
    const code = await finished(program, args, { cwd: root, env })
    if (code !== 0) say(`${[program, ...args].join(' ')} ended with ${code}; the tests that need it will say so.`)
  }
}

/** @param {string} program */
function isOnPath(program) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin']
  return folders.some((folder) => existsSync(join(folder, program)))
}
