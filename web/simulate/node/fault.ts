/** A Node error on the host side, which the Node layer then creates inside the VM. */
export class NodeFault extends Error {
  readonly code: string
  /** The class that the program sees. */
  readonly kind: 'Error' | 'TypeError' | 'SyntaxError'

  constructor(code: string, message: string, kind: NodeFault['kind'] = 'Error') {
    super(message)
    this.code = code
    this.kind = kind
  }
}
