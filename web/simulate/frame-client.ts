import type { FrameMessage, PageMessage } from './messages.ts'

/** The page's end of the sandbox frame. */
export interface FrameClient {
  send(message: PageMessage, transfer?: Transferable[]): void
  /** Take the frame away with everything that runs in it. */
  remove(): void
}

/**
 * Put the frame into the page and hand it one end of a channel. Only the frame itself, which has no origin, is listened
 * to, and only for its greeting; everything after that comes through the channel. Rejects where no frame can be had.
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
 * The address of the frame. With a network it is requested without an origin. Service workers never see such a request, so
 * without a network the worker is asked for a page like any other and answers with the header that takes its origin away; if that
 * header were missing, the greeting would come from our own origin and be ignored.
 */
async function reachable(url: string): Promise<{ readonly source: string; readonly sandbox: string }> {
  const alone = { source: url, sandbox: 'allow-scripts' }
  if (!navigator.serviceWorker?.controller) return alone
  // Service workers ignore HEAD, so this shows whether the server answers, whatever is cached.
  const online = await fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  return online ? alone : { source: `${url}?kept`, sandbox: 'allow-scripts allow-same-origin' }
}
