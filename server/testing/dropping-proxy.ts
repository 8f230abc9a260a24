import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface DroppingProxy {
  readonly port: number
  /** Close every open connection; new connections are still forwarded. */
  drop(): void
  /** Close every open connection, and forward new ones to another port. */
  lead(target: number): void
  close(): Promise<void>
}

/** A TCP proxy that a test can interrupt, to a port of this machine. */
export async function startDroppingProxy(first: number): Promise<DroppingProxy> {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const drop = (): void => open.forEach((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    lead(next) {
      target = next
      drop()
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      drop()
      return closed
    },
  }
}
