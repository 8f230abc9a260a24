import { everyPart, type Part } from '#core/answer'
import { purePorts } from '#core/input'

/** A part of the engine that most commands do not need. */
export function latePart<Offer>(part: Part<Offer>): Offer | undefined {
  return everyPart.get(part)
}

/** Whether a signature is right, in pure JavaScript (R10.2). */
export function verifyPurely(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return purePorts.verifyEd25519(signature, message, publicKey)
}
