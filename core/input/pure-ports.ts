import { ed25519 } from '@noble/curves/ed25519.js'
import { decodeUtf8 } from '../text/utf8.ts'
import { pureSha256, type Ports } from './host.ts'

/** Pure JavaScript for every port: slow, the same everywhere, and never throws. */
export const purePorts: Ports = {
  sha256: pureSha256,
  decodeUtf8,
  verifyEd25519(signature, message, publicKey) {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      return false // a malformed key or signature verifies nothing
    }
  },
  signEd25519: (message, seed) => ed25519.sign(message, seed),
  publicKeyEd25519: (seed) => ed25519.getPublicKey(seed),
}
