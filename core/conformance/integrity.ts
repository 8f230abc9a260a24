import { pureHost } from '#core/answer'
import { contentForHash, contentHash, decodeValue, readSignature, withoutSignature, type Signature } from '#core/read'
import type { SignedKind } from '#core/rules'
import {
  canonicalJson,
  findTrustedKey,
  fingerprintOf,
  keyToml,
  readPrivateKey,
  readPublicKey,
  readSigningKeys,
  signHash,
  signText,
  verifyFile,
  verifyHash,
} from '#core/trust'
import type { Workspace } from '#core/workspace'
import { errorOf, failure } from './errors.ts'
import { asRecord, asText, type Json } from './json.ts'
import { clock, worldOf } from './world.ts'

/** Answers the corpus questions of the area `integrity` (corpus README). */
export function answerIntegrity(rev: string, input: Json): Json {
  const question = asRecord(input)
  const { workspace } = worldOf(rev, input)
  const field = (name: string): string => asText(question[name])
  const kind = (question['item_kind'] ?? 'tool') as SignedKind
  switch (question['kind']) {
    case 'hash':
      return hash(field('text'), field('path'), kind)
    case 'sign':
      return sign(workspace, field('text'), field('path'), kind)
    case 'verify':
      return verify(workspace, field('path'), kind, question['allow_unsigned'] === true)
    case 'get_key': {
      const { key } = findTrustedKey(workspace, field('fingerprint'))
      if (!key) return { key: null }
      const { fingerprint, owner, version, attestation, source, public_key_pem } = key
      return { key: { fingerprint, owner, version, attestation, source, public_key_pem } }
    }
    case 'key_toml': {
      const attestation = question['attestation']
      const key = {
        fingerprint: field('fingerprint'),
        owner: field('owner'),
        version: field('version'),
        public_key_pem: field('public_key_pem'),
      }
      return { toml: keyToml({ ...key, attestation: typeof attestation === 'string' ? attestation : null }) }
    }
    case 'sign_hash': {
      const seed = readPrivateKey(field('private_key_pem'))
      return seed ? { signature: signHash(pureHost, field('hash'), seed) } : failure
    }
    case 'verify_signature':
      return { valid: verifyHash(pureHost, field('hash'), field('signature'), readPublicKey(field('public_key_pem'))) }
    case 'fingerprint':
      return { fingerprint: fingerprintOf(pureHost, field('public_key_pem')) }
    case 'canonical': {
      const canonical = canonicalJson(decodeValue(question['data'] ?? null))
      return { canonical, sha256: pureHost.sha256(canonical) }
    }
    default:
      return failure
  }
}

function hash(text: string, path: string, kind: SignedKind): Json {
  const read = readSignature(text, path, kind)
  const content = contentForHash(text, path, kind)
  if (!read || content === undefined) return { error: 'NoSignatureFormat' }
  return {
    hash: contentHash(pureHost, text, path, kind) ?? null,
    content_for_hash: content,
    signature: read.state === 'none' ? null : read.state === 'malformed' ? 'malformed' : signatureJson(read.signature),
    without_signature: withoutSignature(text, path, kind) ?? null,
  }
}

function signatureJson(signature: Signature): Json {
  return { ...signature }
}

function sign(workspace: Workspace, text: string, path: string, kind: SignedKind): Json {
  if (!readSignature(text, path, kind)) return { error: 'NoSignatureFormat' }
  const keys = readSigningKeys(workspace)
  if (!keys || 'problem' in keys) return { error: 'NoSigningKey' }
  const signed = signText(workspace.host, text, path, kind, keys, clock.signature)
  if ('problem' in signed) return { error: 'NoSignatureFormat' }
  return { signed: signed.text, hash: signed.signature.hash, signature: signatureJson(signed.signature) }
}

function verify(workspace: Workspace, path: string, kind: SignedKind, allowUnsigned: boolean): Json {
  const { state, content_hash, diagnostic } = verifyFile(
    workspace,
    path,
    kind,
    kind === 'config' ? 'config' : 'element',
  )
  if (!diagnostic) return { verified: content_hash }
  if (state === 'unsigned' && allowUnsigned) return { verified: 'unsigned' }
  const error = errorOf(diagnostic)
  const integrity = asRecord(error)['error'] === 'IntegrityError'
  return integrity && workspace.settings.dev_mode ? { verified: 'unverified' } : error
}
