/** Token patterns that their issuers document, so a match is a secret. All patterns run in linear time. */
const tokenShapes: readonly { readonly name: string; readonly shape: RegExp }[] = [
  { name: 'AWS access key', shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { name: 'GitHub token', shape: /\b(?:gh[pousr]_[0-9A-Za-z]{36,255}|github_pat_[0-9A-Za-z_]{22,255})/g },
  { name: 'GitLab token', shape: /\bglpat-[0-9A-Za-z_-]{20,100}/g },
  { name: 'Slack token', shape: /\bxox[abeoprs]-[0-9A-Za-z-]{10,250}/g },
  { name: 'API key', shape: /\bsk-[0-9A-Za-z_-]{20,250}/g },
  { name: 'Stripe key', shape: /\b[rs]k_(?:live|test)_[0-9A-Za-z]{16,250}/g },
  { name: 'Google API key', shape: /\bAIza[0-9A-Za-z_-]{35}/g },
  { name: 'npm token', shape: /\bnpm_[0-9A-Za-z]{36}\b/g },
  { name: 'PyPI token', shape: /\bpypi-[0-9A-Za-z_-]{50,250}/g },
  { name: 'Hugging Face token', shape: /\bhf_[0-9A-Za-z]{30,100}\b/g },
  { name: 'SendGrid key', shape: /\bSG\.[0-9A-Za-z_-]{16,64}\.[0-9A-Za-z_-]{16,64}/g },
  { name: 'DigitalOcean token', shape: /\bdo[op]_v1_[0-9a-f]{64}\b/g },
  { name: 'JSON web token', shape: /\beyJ[0-9A-Za-z_-]{10,2000}\.eyJ[0-9A-Za-z_-]{10,4000}\.[0-9A-Za-z_-]{10,1000}/g },
  {
    name: 'password in an address',
    shape: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,100}:)[^\s:@/${}<>]{3,200}(?=@)/g,
  },
  { name: 'age key', shape: /\bAGE-SECRET-KEY-(?:[A-Z]{2,8}-)?1[0-9A-Z]{20,2000}/g },
  { name: 'bearer token', shape: /(?<=\bbearer )(?![$<{])[0-9A-Za-z._~+/-]{20,2000}=*/gi },
]

/** The first line of a private key block in PEM. The block extends to its end line, or to the end of the text. */
const privateKey = /-----BEGIN (?:[A-Z]{2,12} )?PRIVATE KEY(?: BLOCK)?-----/g

/** The first line of a private key. Without a body, the text only mentions it. */
const keyHead = /-{4,5} ?BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
const keyBody = /[A-Za-z0-9+/]{32}/
const ageKey = /AGE-SECRET-KEY-(?:[A-Z]{2,8}-)?1[0-9A-Z]{20}/
/** Maximum number of characters between the first line of a key and its body: headers such as `Proc-Type`. */
const keyHeaders = 2_000

/** Whether text contains a private key with its body: PEM, OpenSSH, PGP, SSH2, age or PuTTY. */
export function holdsPrivateKey(text: string): boolean {
  for (const { index, 0: head } of text.matchAll(keyHead)) {
    const from = index + head.length
    const [body = ''] = text.slice(from, from + keyHeaders).split('----', 1)
    if (keyBody.test(body)) return true
  }
  return ageKey.test(text) || (text.includes('PuTTY-User-Key-File-') && text.includes('Private-Lines:'))
}

/** One assignment in any supported language: `NAME = "value"`, `"name": "value"`, `name: value`, `name=value`. */
const assignment =
  /(?<![\w.-])([A-Za-z_][\w.-]{0,80})["']?[ \t]{0,8}[:=][ \t]{0,8}(?:"([^"\n]{8,500})"|'([^'\n]{8,500})'|([^\s"',;{}[\]()]{8,500}))/g

const secretWords: ReadonlySet<string> = new Set([
  ...['key', 'apikey', 'token', 'secret', 'password', 'passwd', 'passphrase', 'pwd', 'credential', 'credentials'],
])
const harmlessWords: ReadonlySet<string> = new Set(['public', 'pub', 'fingerprint', 'fp', 'path', 'file', 'name', 'id'])
const weakWords: ReadonlySet<string> = new Set(['password', 'passwd', 'passphrase', 'pwd', 'secret'])
const placeholder =
  /\$\{|\{\w+\}|<[^>]*>|^(?:your|my|the|some|example|dummy|test|changeme|change[-_]me|placeholder|none|null|true|false)\b|x{6}|\*{4}|\.{3}/i

/** A range of text that looks like a secret, and the kind of secret. */
export interface SecretShape {
  readonly name: string
  readonly start: number
  readonly end: number
}

// Quick tests that exclude most strings.
const anyToken =
  /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|sk-|[rs]k_(?:live|test)_|AIza|npm_|pypi-|hf_|SG\.|do[op]_v1_|eyJ|AGE-SECRET|:\/\/|bearer |-----BEGIN/i
const anyName = /key|token|secret|pass|pwd|credential/i

/**
 * The ranges of a string that look like secrets, in order. Of overlapping ranges, only the first is returned. In
 * program code, only a literal can be a secret, because a bare word is a name.
 */
export function secretShapes(text: string, isCode = false): readonly SecretShape[] {
  if (text.length < 8) return []
  const found = [...(anyToken.test(text) ? tokens(text) : []), ...(anyName.test(text) ? assignments(text, isCode) : [])]
  if (found.length < 2) return found
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  let end = 0
  return found.filter((shape) => {
    if (shape.start < end) return false
    end = shape.end
    return true
  })
}

function* tokens(text: string): Generator<SecretShape> {
  yield* privateKeys(text)
  for (const { name, shape } of tokenShapes) {
    for (const match of text.matchAll(shape)) {
      yield { name, start: match.index, end: match.index + match[0].length }
    }
  }
}

function* assignments(text: string, isCode: boolean): Generator<SecretShape> {
  for (const match of text.matchAll(assignment)) {
    const [whole, name = '', ...values] = match
    const value = values.find((given) => given !== undefined) ?? ''
    if (!isSecretAssignment(name, value)) continue
    const bareWord = values[2]
    if (bareWord !== undefined && isExpression(bareWord, text[match.index + whole.length], isCode)) continue
    const start = match.index + whole.lastIndexOf(value)
    yield { name, start, end: start + value.length }
  }
}

const dottedName = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*$/

/** Whether an unquoted value is an expression: a call or an index, and in code also a name or a dotted name. */
function isExpression(word: string, next: string | undefined, isCode: boolean): boolean {
  return dottedName.test(word) && (isCode || next === '(' || next === '[')
}

/** Each block from its first line to its last. An unclosed block extends to the end of the text. */
function* privateKeys(text: string): Generator<SecretShape> {
  privateKey.lastIndex = 0
  for (let match = privateKey.exec(text); match; match = privateKey.exec(text)) {
    const close = text.indexOf('-----END', match.index + match[0].length)
    const line = close === -1 ? -1 : text.indexOf('\n', close)
    const end = line === -1 ? text.length : line
    yield { name: 'private key', start: match.index, end }
    privateKey.lastIndex = end
  }
}

/** Words next to `key` that make it a secret. `key` alone names a field, as in `sort_key`. */
const keyWords: ReadonlySet<string> = new Set(['api', 'access', 'private', 'secret', 'signing', 'encryption', 'auth'])
/** Words in names such as `token_limit`, whose values are harmless. */
const aboutWords: ReadonlySet<string> = new Set([
  ...['limit', 'max', 'min', 'count', 'length', 'size', 'type', 'url', 'uri', 'ttl', 'expiry', 'header', 'prefix'],
  ...['field', 'required', 'enabled', 'budget', 'mode', 'strategy', 'var', 'env'],
])
/** Values that no secret has: numbers, words such as `none` and `true`, placeholders and unresolved variables. */
const noSecret = /^(?:\d+|none|null|true|false|on|off|yes|no|<[^<>]*>|\*+)$|\$\{/i

/** Whether a name indicates that its value is a secret, whatever the value looks like. */
export function isNamedSecret(name: string, value: string): boolean {
  if (value === '' || !anyName.test(name) || noSecret.test(value)) return false
  const words = wordsOf(name)
  if (words.some((word) => harmlessWords.has(word) || aboutWords.has(word))) return false
  return words.some((word) => (word === 'key' ? words.some((one) => keyWords.has(one)) : secretWords.has(word)))
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

/** Whether an assignment counts as a secret, judged by the words in its name and the randomness of its value. */
export function isSecretAssignment(name: string, value: string): boolean {
  const words = wordsOf(name)
  if (!words.some((word) => secretWords.has(word)) || words.some((word) => harmlessWords.has(word))) return false
  if (placeholder.test(value) || /\s/.test(value)) return false
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length
  if (words.some((word) => weakWords.has(word))) return value.length >= 8 && kinds >= 2
  return value.length >= 16 && kinds >= 2 && /[0-9]/.test(value) && entropy(value) >= 3
}

/** The entropy of a string in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
