import { analyze } from '#core/answer'
import { signedKindOf, type SignedKind } from '#core/rules'
import { newLockfile } from '#core/run'
import {
  findSignedText,
  makeKeyPair,
  readKeyPair,
  readPrivateKey,
  signFile,
  type SignProblem,
  trustKeyFile,
  verifyFile,
  type KeyPair,
} from '#core/trust'
import type { Workspace } from '#core/workspace'
import type { Answer, IntegrityQuery, KeyTexts } from './messages.ts'

/** A workspace, with the item and the parameters of the last analysis. */
export interface Asked {
  readonly workspace: Workspace
  readonly item_id: string
  readonly parameters: string
}

/** Answer a question about keys, signatures or lockfiles (R10.5, R11). The page writes the files. */
export function answerIntegrity(asked: Asked | undefined, query: IntegrityQuery): Answer {
  if (!asked) return files([], ['No draft is open yet. Try again when the chain is shown.'])
  const { workspace } = asked
  switch (query.kind) {
    case 'make-key':
      return { kind: 'key', key: keyTexts(makeKeyPair(workspace.host, query.seed)) }
    case 'read-key':
      return { kind: 'key', key: savedKey(workspace, query.private_key_pem) }
    case 'signatures': {
      const signatures = query.paths.map((path) => {
        const { state, key_fp } = verifyFile(workspace, path, kindOf(path), 'element')
        // Release the text: otherwise all checked files would stay in memory as text and as bytes.
        workspace.release(path)
        return { path, state, key_fp }
      })
      return { kind: 'signatures', signatures }
    }
    case 'signed-text': {
      const { path, candidates } = query
      return { kind: 'signed-text', found: findSignedText(workspace, path, kindOf(path), candidates) }
    }
    case 'sign':
      return sign(workspace, query)
    case 'trust': {
      const file = trustKeyFile(workspace.host, workspace.settings.project, query)
      return 'problem' in file ? files([], [file.problem]) : files([file], [])
    }
    case 'lockfile': {
      const file = newLockfile(analyze(workspace, asked), query.now)
      return file
        ? files([file], [])
        : files([], ['A lockfile already exists, or this chain cannot have one. See “Lockfile” under Integrity.'])
    }
  }
}

function sign(workspace: Workspace, query: Extract<IntegrityQuery, { kind: 'sign' }>): Answer {
  const keys = readKeyPair(workspace.host, query.keys.private_key_pem, query.keys.public_key_pem)
  if ('problem' in keys) return files([], [`Invalid key pair: ${keys.problem}. Create a new key pair.`])
  const signed: { path: string; text: string }[] = []
  const problems: string[] = []
  for (const path of query.paths) {
    const file = signFile(workspace, path, kindOf(path), keys, query.now)
    if ('problem' in file) problems.push(`${path}: ${unsigned[file.problem]}`)
    else signed.push({ path, text: file.text })
  }
  return files(signed, problems)
}

const unsigned: Readonly<Record<SignProblem['problem'], string>> = {
  'no-format': 'this file format cannot contain a signature.',
  timestamp: 'the timestamp of the signature is not valid.',
  unreadable: 'the file cannot be read as text.',
  'later-generation': 'the file is written for Rye 0.5 or later. Use that version of Rye to sign it.',
}

function kindOf(path: string): SignedKind {
  return signedKindOf(path) ?? 'tool'
}

function savedKey({ host }: Workspace, private_key_pem: string): KeyTexts | { readonly problem: string } {
  const seed = readPrivateKey(private_key_pem)
  return seed ? keyTexts(makeKeyPair(host, seed)) : { problem: 'private-key' }
}

function keyTexts(pair: KeyPair | { readonly problem: string }): KeyTexts | { readonly problem: string } {
  if ('problem' in pair) return pair
  const { fingerprint, private_key_pem, public_key_pem } = pair
  return { fingerprint, private_key_pem, public_key_pem }
}

function files(list: readonly { readonly path: string; readonly text: string }[], problems: readonly string[]): Answer {
  return { kind: 'files', files: list, problems }
}
