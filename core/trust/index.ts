// Exports of this folder, imported as `#core/trust`.
export { canonicalJson } from './integrity/canonical.ts'
export { signHash, verifyHash } from './integrity/ed25519.ts'
export { keyToml } from './integrity/key-file.ts'
export {
  fingerprintOf,
  makeKeyPair,
  readKeyPair,
  readPrivateKey,
  readPublicKey,
  type KeyPair,
} from './integrity/pem.ts'
export {
  readSigningKeys,
  signFile,
  signingKeyPaths,
  signText,
  trustKeyFile,
  type SignProblem,
} from './integrity/sign.ts'
export { findSignedText, type SignedOriginal } from './integrity/signed-text.ts'
export { findTrustedKey } from './integrity/trust.ts'
export { verifyFile } from './integrity/verify.ts'
export { lockfileOf, readLockfile, type LockfileState } from './lockfile/check.ts'
export { formatLockfile, lockfileOfPin, type LockedElement } from './lockfile/document.ts'
export { findLockfile, listLockfiles, lockfileToDelete, lockfileWritePath } from './lockfile/places.ts'
export { maskOf } from './mask.ts'
export { findSecrets, withoutSecrets, type Secret } from './secrets.ts'
export { holdsPrivateKey } from './secret-shapes.ts'
export { chainHash, portableElement } from './seals.ts'
