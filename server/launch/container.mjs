// @ts-check
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { finished } from './processes.mjs'
import { root, say } from './root.cjs'

const image = 'rye-chain'

/**
 * Build the image of the playground, and start its server in a container with Docker or Podman. Inside, real runs work
 * at sandbox level full. Only this machine can reach the server. Returns the exit code.
 * @param {readonly string[]} settings Settings of the server.
 */
export async function startInContainer(settings) {
  const idle = []
  for (const engine of ['docker', 'podman']) {
    const { error, status } = spawnSync(engine, ['info'], { stdio: 'ignore' })
    if (error) continue
    if (status !== 0) {
      idle.push(engine)
      continue
    }
    const built = await finished(engine, ['build', '--file', 'deploy/Dockerfile', '--tag', image, '.'], { cwd: root })
    if (built !== 0) return built ?? 1
    // The sandbox of a run needs namespaces, mounts and writable control groups, which only a privileged container can
    // use.
    const rights = ['--privileged', '--cgroupns=private', '--init']
    const words = ['run', '--rm', ...rights, '--publish', '127.0.0.1:4173:4173', image]
    // Inside the container, the server listens on all addresses. Only the published address reaches it.
    const server = ['serve', '--host', '0.0.0.0', '--unsafe-remote-access', '--port', '4173', ...settings]
    return (await finished(engine, [...words, ...server], { cwd: root })) ?? 1
  }
  const [first] = idle
  if (first)
    say(
      `${first} is installed, but its engine does not run: ${first} info fails. Start it, then run npm run container again.`,
    )
  else say('Neither Docker nor Podman was found. Install one of them, then run npm run container again.')
  return 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await startInContainer(process.argv.slice(2))
