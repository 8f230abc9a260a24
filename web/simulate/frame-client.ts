import type { FrameMessage, PageMessage } from './messages.ts'

/** The page's connection to the sandbox frame. */
export interface FrameClient {
  send(message: PageMessage, transfer?: Transferable[]): void
  /** Remove the frame with all running programs. */
  remove(): void
}

/**
 * Add the frame to the page and send it one port of a channel. The page accepts a single message from the frame, its
 * greeting. All later messages use the channel. The frame has no origin. Rejects if the frame fails to load.
 */
export async function openFrameClient(url: string, hear: (message: FrameMessage) => void): Promise<FrameClient> {
  const frame = document.createElement('iframe')
  const { source, sandbox } = await reachable(url)
  frame.setAttribute('sandbox', sandbox)
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.title = 'Simulation sandbox'
  frame.hidden = true
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const settle = (): void => {
      clearTimeout(timer)
      removeEventListener('message', greet)
    }
    const greet = (event: MessageEvent): void => {
      if (event.source !== frame.contentWindow || event.origin !== 'null' || event.data !== 'sandbox-frame-ready')
        return
      settle()
      port1.onmessage = (message: MessageEvent<FrameMessage>) => hear(message.data)
      frame.contentWindow?.postMessage('port', '*', [port2])
      resolve({
        send: (message, transfer = []) => port1.postMessage(message, transfer),
        remove() {
          port1.close()
          frame.remove()
        },
      })
    }
    const timer = setTimeout(() => {
      settle()
      frame.remove()
      reject(new Error('the sandbox frame did not start'))
    }, 10_000)
    addEventListener('message', greet)
    frame.src = source
    document.body.append(frame)
  })
}

/**
 * The address and the sandbox attribute of the frame. Online, the frame is requested without an origin, and service
 * workers do not receive such requests. Offline, it is therefore requested like any other page, and the service
 * worker's response contains a header that removes the origin. Without that header, the greeting would have the page's
 * origin and be ignored.
 */
async function reachable(url: string): Promise<{ readonly source: string; readonly sandbox: string }> {
  const alone = { source: url, sandbox: 'allow-scripts' }
  if (!navigator.serviceWorker?.controller) return alone
  // Service workers ignore HEAD, so this request bypasses the cache and checks whether the server responds.
  const online = await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  return online ? alone : { source: `${url}?kept`, sandbox: 'allow-scripts allow-same-origin' }
}
