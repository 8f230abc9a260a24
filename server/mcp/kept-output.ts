import { Writable } from 'node:stream'

/**
 * Reserve standard output for the protocol, and write all other output to standard error, which clients do not parse. A
 * client that disconnects closes standard output, which ends the server without an error.
 */
export function keepOutput(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const protocol = new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, (error) => done(error)),
  })
  stdout.removeAllListeners('error')
  stdout.on('error', (error) => protocol.destroy(error))
  stdout.write = stderr.write.bind(stderr)
  return protocol
}
