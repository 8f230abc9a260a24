/** Node names that are not simulated for the same reason. A call throws `ERR_NOT_SIMULATED`. */
export interface Absent {
  readonly because: string
  readonly names: readonly string[]
  /**
   * Names that other programs also use. They are reported only after the module, as in `crypto.sign`, or in an import
   * from it.
   */
  readonly common?: readonly string[]
}

const noWatching = 'the simulation does not watch files'
const onlyDigests = 'the simulated crypto module supports only hashes, HMAC, key derivation and random bytes'
const noHandles = 'the simulation opens files only with fs.openSync, and reads folders only with fs.readdirSync'
const noBlobs = 'the simulation does not support blobs'

/** The key of global names in `absentNames`. */
export const globalName = 'globalThis'

/** The names that the simulation does not support, by Node module or global object. */
export const absentNames: Readonly<Record<string, readonly Absent[]>> = {
  assert: [{ names: ['CallTracker'], because: 'it is deprecated in Node' }],
  buffer: [
    { names: ['resolveObjectURL'], common: ['Blob', 'File'], because: noBlobs },
    { names: ['SlowBuffer', 'isUtf8', 'isAscii'], because: 'not in the simulation, because tools rarely use it' },
    { names: ['INSPECT_MAX_BYTES'], because: 'the simulation always shows at most 50 bytes of a buffer' },
    { names: ['transcode'], because: 'the simulation converts between encodings only through strings' },
  ],
  'Buffer.prototype': [
    {
      names: ['utf8', 'latin1', 'ascii', 'hex', 'base64', 'base64url', 'ucs2', 'utf16le'].flatMap((encoding) => [
        `${encoding}Slice`,
        `${encoding}Write`,
      ]),
      because: 'not in the simulation; use toString and write',
    },
    {
      names: [
        ...['UIntBE', 'UIntLE', 'UintBE', 'UintLE', 'IntBE', 'IntLE'].flatMap((kind) => [
          `read${kind}`,
          `write${kind}`,
        ]),
        ...['swap16', 'swap32', 'swap64'],
      ],
      because: 'the simulated Buffer reads and writes numbers of 1, 2, 4 or 8 bytes, and does not swap bytes',
    },
  ],
  'zlib.prototype': [
    { names: [], common: ['params', 'flush', 'reset'], because: 'a stream of the simulated zlib keeps its settings' },
  ],
  Buffer: [{ names: ['copyBytesFrom'], because: 'not in the simulation; use Buffer.from' }],
  events: [
    {
      names: ['addAbortListener', 'getEventListeners'],
      common: ['getMaxListeners', 'on'],
      because: 'not in the simulation, because tools rarely use it',
    },
  ],
  querystring: [{ names: ['unescapeBuffer'], because: 'not in the simulation; use unescape' }],
  module: [
    { names: ['findSourceMap', 'syncBuiltinESMExports'], because: 'the simulation has no source maps or hooks' },
  ],
  crypto: [
    {
      names: [
        ...['createCipheriv', 'createDecipheriv', 'Cipheriv', 'Decipheriv', 'getCipherInfo', 'getCiphers'],
        ...['createSign', 'createVerify', 'generateKeyPairSync', 'generateKeyPair', 'generateKey', 'generateKeySync'],
        ...['createSecretKey', 'createPrivateKey', 'createPublicKey', 'KeyObject'],
        ...['privateDecrypt', 'privateEncrypt', 'publicDecrypt', 'publicEncrypt'],
        ...['createDiffieHellman', 'createDiffieHellmanGroup', 'createECDH', 'diffieHellman', 'getDiffieHellman'],
        ...['DiffieHellman', 'DiffieHellmanGroup', 'ECDH', 'getCurves'],
        ...['checkPrime', 'checkPrimeSync', 'generatePrime', 'generatePrimeSync', 'X509Certificate'],
        ...['hkdf', 'hkdfSync', 'randomFill', 'getHashes', 'getFips'],
      ],
      common: ['hash', 'sign', 'verify', 'Sign', 'Verify', 'Certificate', 'setEngine', 'setFips', 'secureHeapUsed'],
      because: onlyDigests,
    },
  ],
  subtle: [
    {
      names: [],
      common: [
        ...['decrypt', 'deriveBits', 'deriveKey', 'encrypt', 'exportKey', 'generateKey', 'importKey'],
        ...['sign', 'unwrapKey', 'verify', 'wrapKey'],
      ],
      because: 'the simulated Web Crypto supports only digests',
    },
  ],
  fs: [
    { names: ['watchFile', 'openAsBlob'], common: ['watch'], because: noWatching },
    { names: ['opendir', 'opendirSync'], common: ['Dir'], because: noHandles },
    {
      names: ['readv', 'readvSync', 'writev', 'writevSync', 'statfs', 'statfsSync'],
      because: 'the simulation reads and writes one buffer per call, and its files are in memory',
    },
    {
      names: ['chown', 'fchmod', 'fchown', 'futimes', 'lchown', 'lutimes', 'fdatasync'].flatMap((name) => [
        name,
        `${name}Sync`,
      ]),
      because: 'not in the simulation, which has one user and changes files by their paths',
    },
    { names: [], common: ['exists'], because: 'it is deprecated in Node; use fs.existsSync' },
    { names: ['cpSync'], common: ['cp'], because: 'the simulation copies single files, with fs.copyFileSync' },
    { names: ['linkSync'], common: ['link'], because: 'the simulation has only symbolic links' },
    { names: ['unwatchFile'], because: noWatching },
    { names: ['_toUnixTimestamp'], common: ['FileReadStream', 'FileWriteStream'], because: 'it is deprecated in Node' },
  ],
  'fs/promises': [
    { names: [], common: ['watch'], because: noWatching },
    { names: ['opendir', 'lchmod'], common: ['open'], because: noHandles },
    { names: [], common: ['cp', 'link'], because: 'the simulation copies single files and has only symbolic links' },
    { names: ['statfs', 'chown', 'lchown', 'lutimes'], because: 'not in the simulation, because tools rarely use it' },
  ],
  [globalName]: [
    { names: [], common: ['Blob', 'File'], because: noBlobs },
    {
      names: ['TextEncoderStream', 'TextDecoderStream', 'CompressionStream', 'DecompressionStream'],
      because: 'the simulation has no web streams that encode or compress',
    },
  ],
  process: [
    {
      names: ['setuid', 'setgid', 'seteuid', 'setegid', 'setgroups', 'initgroups'],
      because: 'the simulation has only one user',
    },
    {
      names: [
        'resourceUsage',
        'constrainedMemory',
        'availableMemory',
        'cpuUsage',
        'setSourceMapsEnabled',
        'reallyExit',
      ],
      because: 'the simulation measures only time, and has no source maps',
    },
    { names: ['dlopen'], common: ['binding'], because: 'the simulation cannot load native modules' },
    {
      names: [
        ...['setUncaughtExceptionCaptureCallback', 'hasUncaughtExceptionCaptureCallback', 'getActiveResourcesInfo'],
        ...['_getActiveRequests', '_getActiveHandles'],
      ],
      common: ['assert'],
      because: 'the simulation cannot list pending work, and reports uncaught errors only to listeners',
    },
  ],
  Intl: [
    {
      names: ['DisplayNames', 'RelativeTimeFormat', 'supportedValuesOf'],
      common: ['ListFormat', 'Locale', 'Segmenter'],
      because: 'the simulated Intl supports only numbers, dates, plural rules and comparison',
    },
  ],
  performance: [
    {
      names: ['getEntries', 'getEntriesByName', 'getEntriesByType', 'clearMarks', 'clearMeasures'],
      common: ['mark', 'measure', 'toJSON'],
      because: 'the simulated performance object has only a clock',
    },
  ],
  os: [{ names: ['getPriority', 'setPriority'], because: 'the simulation runs only one program' }],
  'readline/promises': [{ names: [], common: ['Readline'], because: 'the simulation has no terminal' }],
  readline: [
    {
      names: ['emitKeypressEvents', 'clearLine', 'clearScreenDown', 'cursorTo', 'moveCursor'],
      because: 'the simulation has no terminal',
    },
  ],
  URL: [{ names: ['createObjectURL', 'revokeObjectURL'], because: noBlobs }],
  url: [
    {
      names: ['domainToASCII', 'domainToUnicode', 'resolveObject'],
      because: 'the simulation converts host names only with new URL, and resolves addresses only with resolve',
    },
  ],
  'stream/consumers': [{ names: [], common: ['blob'], because: noBlobs }],
  util: [
    {
      names: ['getSystemErrorMap', 'getSystemErrorName', 'toUSVString', '_errnoException'],
      common: ['log', 'aborted', 'callbackify', 'styleText'],
      because: 'not in the simulation, because tools rarely use it',
    },
    {
      names: [],
      common: [
        ...['isBoolean', 'isNull', 'isNullOrUndefined', 'isNumber', 'isString', 'isSymbol', 'isUndefined', 'isRegExp'],
        ...['isObject', 'isDate', 'isError', 'isFunction', 'isPrimitive', '_extend'],
      ],
      because: 'it is deprecated in Node; the simulation has only util.isArray and util.types',
    },
  ],
  zlib: [
    {
      names: [
        ...['brotliCompress', 'brotliDecompress', 'brotliCompressSync', 'brotliDecompressSync'],
        ...['createBrotliCompress', 'createBrotliDecompress', 'BrotliCompress', 'BrotliDecompress'],
      ],
      because: 'the simulation does not support Brotli',
    },
  ],
}
