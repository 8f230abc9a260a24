import type { FrameMessage, PageMessage } from './messages.ts'

/** The page's end of the sandbox frame. */
export interface FrameClient {
  send(message: PageMessage, transfer?: Transferable[]): void
  /** Take the frame away with everything that runs in it. */
  remove(): void
}

/**
 * Put the frame into the page and hand it one end of a channel. Only the frame itself, which has no origin, is listened
 * to, and only for its greeting; everything after that comes through the channel.
 */
export function openFrameClient(url: string, hear: (message: FrameMessage) => void): Promise<FrameClient> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
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
    frame.src = url
    document.body.append(frame)
  })
}
