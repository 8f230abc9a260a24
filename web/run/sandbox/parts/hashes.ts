/** What `node:crypto` computes with. */
export { hmac } from '@noble/hashes/hmac.js'
export { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
export { pbkdf2 } from '@noble/hashes/pbkdf2.js'
export { scrypt } from '@noble/hashes/scrypt.js'
export { hkdf } from '@noble/hashes/hkdf.js'
export { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
