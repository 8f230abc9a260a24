import { expect, test } from 'vitest'
import { lacksOf } from './lacks.ts'

const reported = (
  command: string,
  args: readonly string[],
  texts: Readonly<Record<string, string>>,
): readonly string[] => {
  const read = (path: string) => (texts[path] === undefined ? undefined : new TextEncoder().encode(texts[path]))
  return lacksOf({ command, args, nodeVersion: process.version }, read).map(({ uses, line }) => `${uses} ${line}`)
}

const js = (text: string): readonly string[] => reported('node', ['/project/tool.js'], { '/project/tool.js': text })
const py = (text: string): readonly string[] => reported('python3', ['/project/tool.py'], { '/project/tool.py': text })
const sh = (text: string): readonly string[] => reported('bash', ['/project/tool.sh'], { '/project/tool.sh': text })

test.for([
  { text: "const { execSync } = require('node:child_process')", lacks: ['node:child_process 1'] },
  { text: 'import http from "http"\nimport fs from "fs"', lacks: ['http 1'] },
  { text: "\nconst { Worker } = await import('worker_threads')", lacks: ['worker_threads 2'] },
  { text: 'const answer = await fetch("https://example.com")', lacks: ['fetch( 1'] },
  { text: 'cache.fetch(key)', lacks: [] },
  { text: "require('./build/addon.node')", lacks: ['.node 1'] },
  { text: '// require("http")\n/* fetch(\n*/ const a = 1', lacks: [] },
  { text: 'new Date().toLocaleString()', lacks: [] },
  { text: 'new Date().toLocaleString("de"); new Intl.NumberFormat("de")', lacks: [] },
  {
    text: 'zlib.brotliCompressSync(a)\ncreateBrotliDecompress()',
    lacks: ['brotliCompressSync 1', 'createBrotliDecompress 2'],
  },
  {
    text: "import { brotliCompress } from 'zlib'\nz.createBrotliCompress()",
    lacks: ['brotliCompress 1', 'createBrotliCompress 2'],
  },
  {
    text: "readline.emitKeypressEvents(process.stdin)\nprocess.stdin.on('keypress', f)",
    lacks: ['emitKeypressEvents 1', 'keypress 2'],
  },
  { text: 'Error.prepareStackTrace = (_, sites) => sites', lacks: ['Error.prepareStackTrace 1'] },
  { text: 'parseArgs({ options, allowNegative: true })', lacks: ['allowNegative 1'] },
  { text: 'createHash("sm3"); createHash("sha3-256")', lacks: ['sm3 1'] },
  {
    text: "createCipheriv('aes-256-gcm', k, iv)\nconst { generateKeyPairSync } = crypto\ncrypto.subtle.digest('SHA-1', a); crypto.subtle.importKey(a); crypto.sign(a); getCurves()",
    lacks: ['createCipheriv 1', 'generateKeyPairSync 2', 'subtle.importKey 3', 'crypto.sign 3', 'getCurves 3'],
  },
  {
    text: "import { promises, watch } from 'node:fs'\nfs.watch('a'); promises.watch('a'); watch('b')",
    lacks: ['watch 1', 'fs.watch 2', 'promises.watch 2'],
  },
  {
    text: 'new Blob([a]); x instanceof File; new CompressionStream("gzip"); const { Blob } = require("buffer")',
    lacks: ['new Blob 1', 'instanceof File 1', 'CompressionStream 1', 'Blob 1'],
  },
  {
    text: 'performance.mark("a"); os.getPriority(); new Intl.Segmenter("de"); new EventEmitter({ captureRejections: true })',
    lacks: ['performance.mark 1', 'getPriority 1', 'Intl.Segmenter 1', 'captureRejections 1'],
  },
  {
    text: 'pathToFileURL(a, { windows: true }); fs.readvSync(1, []); a.utf8Slice(1)',
    lacks: ['windows: true 1', 'readvSync 1', 'utf8Slice 1'],
  },
  { text: 'class File {}; design.verify(a); process.getuid()', lacks: [] },
  { text: 'process.setuid(1); new assert.CallTracker()', lacks: ['setuid 1', 'CallTracker 1'] },
  { text: "crypto.createHmac('sha1', k); crypto.randomUUID(); design.sign(a)", lacks: [] },
  { text: 'fs.symlinkSync("a", "b"); fs.linkSync("a", "c")', lacks: ['linkSync 1'] },
  { text: "const z = require('zlib').createGzip(); z.params(9, 0, done)", lacks: ['params 1'] },
  { text: 'request.params(9)', lacks: [] },
  { text: "const z = require('zlib').createGunzip(); z.on('end', () => log(z.bytesRead))", lacks: ['bytesRead 1'] },
  { text: 'fs.createReadStream(a).bytesRead', lacks: [] },
  { text: 'const d = fs.opendirSync("a"); await d.read()', lacks: ['opendirSync 1'] },
  { text: "import fs from 'node:fs/promises'\nconst file = await fs.open('a')", lacks: ['open 2'] },
  { text: "fs.open('a', 'r', (error, fd) => fs.close(fd))", lacks: [] },
  { text: 'url.format({ host: "a" }); url.format(new URL(text), { auth: false })', lacks: ['format 1'] },
  { text: 'url.format(address, { auth: false })', lacks: ['format 1'] },
  { text: "zlib = require('zlib'); zlib.createGzip().flush(done)", lacks: ['flush 1'] },
  { text: 'decoder.lastNeed; DOMException.ABORT_ERR', lacks: ['lastNeed 1', 'ABORT_ERR 1'] },
  { text: "Object.defineProperty(process.env, 'A', { value: 1 })", lacks: ['Object.defineProperty(process.env 1'] },
  { text: 'new Console({ stdout, groupIndentation: 4 })', lacks: ['groupIndentation 1'] },
  { text: 'emitter.getMaxListeners(); bytes.readUIntBE(0, 3)', lacks: ['readUIntBE 1'] },
  { text: "createHash('shake128', { outputLength: 8 })", lacks: ['shake128 1', 'outputLength 1'] },
  {
    text: 'util.isString(a); lodash.isString(a); timer[Symbol.dispose]()',
    lacks: ['util.isString 1', 'Symbol.dispose 1'],
  },
  {
    text: 'createInterface({ input, terminal: true, completer: f }); fs.statSync(a, { bigint: true }); fs.lutimesSync(a)',
    lacks: ['terminal: true 1', 'completer 1', 'bigint: true 1', 'lutimesSync 1'],
  },
  {
    text: "require('zlib').gunzipSync(a, { info: true }); structuredClone(a, { transfer: [a] }); util.styleText('red', a)",
    lacks: ['info 1', 'transfer 1', 'util.styleText 1'],
  },
  {
    text: 'fs.exists(a, f); crypto.hash("md5", a); encoder.encodeInto(a, b)',
    lacks: ['fs.exists 1', 'crypto.hash 1', 'encodeInto 1'],
  },
  { text: 'console.log("hello")', lacks: [] },
])('features of JavaScript that the simulation lacks are reported: $text', ({ text, lacks }) => {
  expect(js(text)).toEqual(lacks)
})

test.for([
  { args: ['-r', './setup.js', '/project/tool.js', '--require', 'x'], lacks: ['-r ./setup.js 1'] },
  {
    args: ['--unhandled-rejections=warn', '--env-file=.env', '/project/tool.js'],
    lacks: ['--unhandled-rejections=warn 1', '--env-file=.env 1'],
  },
  { args: ['--import', 'tsx', '--no-warnings', '/project/tool.js'], lacks: [] },
])('options of Node that the simulation ignores are reported: $args', ({ args, lacks }) => {
  expect(reported('node', args, { '/project/tool.js': 'x' })).toEqual(lacks)
})

test.for([
  { text: 'import subprocess\nsubprocess.run(["git", "status"])', lacks: ['subprocess.run 2'] },
  { text: 'import os\nos.system("git log")', lacks: ['os.system 2'] },
  { text: 'import subprocess\nsubprocess.run(["bash", "-c", "ls"])', lacks: ['subprocess.run 2'] },
  {
    text: 'import subprocess, sys\nsubprocess.check_output([sys.executable, "-V"])',
    lacks: ['subprocess.check_output 2'],
  },
  { text: 'import subprocess\nsubprocess.run(["bashful"])', lacks: ['subprocess.run 2'] },
  { text: 'import json, socket', lacks: ['socket 1'] },
  { text: 'import threading\nthreading.Thread(target=f).start()', lacks: ['threading.Thread 2'] },
  { text: 'import json  # not subprocess.run()', lacks: [] },
  { text: 'from multiprocessing import Pool', lacks: ['multiprocessing 1'] },
  { text: 'import json\nprint(json.dumps(1))', lacks: [] },
  { text: 'from zoneinfo import ZoneInfo\nZoneInfo("Europe/Paris")', lacks: ['ZoneInfo 2'] },
  { text: 'from zoneinfo import ZoneInfo\nZoneInfo("UTC")', lacks: [] },
  { text: 'import hashlib\nhashlib.pbkdf2_hmac("sha256", b"p", b"s", 1)', lacks: [] },
  { text: 'import hashlib\nhashlib.scrypt(b"p", salt=b"s", n=2, r=1, p=1)', lacks: ['scrypt 2'] },
  { text: 'from hashlib import sha1, scrypt\nscrypt(b"p")', lacks: ['scrypt 1'] },
  { text: 'import signal\nsignal.alarm(1)', lacks: ['signal.alarm 2'] },
  { text: 'import ctypes\nctypes.string_at(0)', lacks: ['ctypes 1', 'ctypes.string_at 2'] },
  { text: 'import yaml, numpy as np', lacks: ['yaml 1', 'numpy 1'] },
  { text: 'print("\\ud800")', lacks: [] },
  { text: 'import time, sys\nprint(time.tzname, sys.platform)', lacks: ['sys.platform 2'] },
  { text: 'import os, time\nos.environ["TZ"] = "Asia/Tokyo"\ntime.tzset()', lacks: ['environ["TZ" 2', 'time.tzset 3'] },
  { text: 'import os\nprint(os.strerror(2))', lacks: ['os.strerror 2'] },
  { text: 'import sys\nsys.setrecursionlimit(sys.maxsize)', lacks: ['sys.setrecursionlimit 2', 'sys.maxsize 2'] },
  { text: 'import locale\nlocale.setlocale(locale.LC_ALL, "")', lacks: ['locale.setlocale 2'] },
  { text: 'try: open("x")\nexcept OSError as e: print(e.errno)', lacks: ['OSError 2', '.errno 2'] },
  { text: 'try: open("x")\nexcept (ValueError, FileNotFoundError) as e: print(e)', lacks: ['FileNotFoundError 2'] },
  { text: 'try: open("x")\nexcept OSError: print("none")', lacks: [] },
])('features of Python that the simulation lacks are reported: $text', ({ text, lacks }) => {
  expect(py(text)).toEqual(lacks)
})

test('`[[` is reported only for sh, and `set -u` only for a command line', () => {
  const text = 'set -u; [[ a == a ]]'
  expect(reported('sh', ['/project/tool.sh'], { '/project/tool.sh': text })).toEqual(['[[ 1'])
  expect(sh(text)).toEqual([])
  expect(reported('bash', ['-c', text], {})).toEqual(['set -u 1'])
})

test.for([
  { text: 'git status', lacks: ['git 1'] },
  { text: 'x=$(curl -s http://a)', lacks: ['curl 1'] },
  { text: 'echo git', lacks: [] },
  { text: 'if true; then docker ps; fi', lacks: ['docker 1'] },
  { text: 'echo ${name:0:-1}', lacks: ['${name:0:-1} 1'] },
  { text: 'echo hi | tr a-z A-Z', lacks: [] },
  { text: 'sleep 9 & kill $!', lacks: ['& 1', 'kill $! 1'] },
  { text: 'trap "echo t" TERM', lacks: ['trap "echo t" TERM 1'] },
  { text: 'kill $$', lacks: [] },
  { text: 'jq -c . x.json', lacks: ['jq 1'] },
  { text: "echo 'jq & kill $!' && echo 'readonly x'", lacks: ['jq 1'] },
  { text: 'set -e\nf() { false; echo in; }\nif f; then echo yes; fi', lacks: ['f 3'] },
  { text: 'set -e\nf() { false; }\nf || echo no', lacks: ['f || 3'] },
  { text: 'set -e\nf() { false; }\nf\necho no', lacks: [] },
  { text: 'f() { false; }\nf || echo no', lacks: [] },
  { text: 'n=0\nseq 3 | while read l; do n=$((n + l)); done\necho $n', lacks: ['| while … n 2'] },
  { text: 'seq 3 | while read l; do echo $l; done', lacks: [] },
  { text: "printf 'a\\nb' | while read l; do echo $l; done", lacks: ["printf 'a\\nb' | while read 1"] },
  { text: "printf 'a\\nb\\n' | while read l; do echo $l; done", lacks: [] },
  { text: 'echo x | { read v; }; echo "[$v]"', lacks: ['| { … v 1'] },
  { text: 'readonly x=1', lacks: ['readonly 1'] },
  { text: 'cat <<X\na `echo b`\nX', lacks: ['a `echo b` 2'] },
  { text: "cat <<'X'\na `echo b`\nX", lacks: [] },
  { text: 'echo "${a[@]/o/0}" "${a[@]:1}" ${#a[@]}', lacks: ['${a[@]/o/0} 1'] },
  { text: 'echo {01..03} {1..3}', lacks: ['{01..03} 1'] },
  { text: 'cp -r a b; cp a b', lacks: ['cp -r 1'] },
  { text: 'ln -s a b', lacks: ['ln 1'] },
  { text: `printf '%d\\n' abc; echo $?`, lacks: [`printf '%d\\n' abc; echo $? 1`] },
  { text: `printf '%d\\n' 5; echo done`, lacks: [] },
  { text: 'shopt -s globstar; echo **/*.x', lacks: ['shopt -s globstar 1'] },
  { text: 'y="echo hi"; $y', lacks: ['$y 1'] },
  { text: '"$y" a; echo $y; [[ -n $a && $b == c ]]; (( $a > 0 || $b -gt 1 ))', lacks: [] },
  { text: 'head -n -1 a; head -n 1 a; tail -n -1 a', lacks: ['head -n -1 1'] },
  { text: 'seq 0.5 0.5 1.5; seq 1 3', lacks: ['seq 0.5 1'] },
  { text: 'paste - - < a; paste -d, a b', lacks: ['paste - - 1'] },
  { text: 'ls -la; ls -l', lacks: ['ls -la 1'] },
  { text: 'id -u; du -sb .', lacks: ['id 1', 'du -sb 1'] },
  { text: 'echo ${#EPOCHSECONDS} $-', lacks: ['EPOCHSECONDS 1', '$- 1'] },
  { text: 'set -n; echo never', lacks: ['set -n 1'] },
  { text: 'set -euo pipefail', lacks: [] },
  { text: 'return 2>/dev/null; echo $?', lacks: ['return 1'] },
  { text: 'f() { local x=1; return 2; }; f', lacks: [] },
  { text: 'local x=1', lacks: ['local 1'] },
  { text: 'break; echo $?', lacks: ['break 1'] },
  { text: 'for x in a; do break; done', lacks: [] },
  { text: 'if then echo; fi', lacks: ['if then 1'] },
  { text: 'x=(1 2; echo $x', lacks: ['=( 1'] },
  { text: 'x=(1 2); echo $x ${x@a}', lacks: ['${x@a} 1'] },
  { text: `echo "\${x//\\"/\\'}"`, lacks: [`\${x//\\"/\\'} 1`] },
  { text: `sh -c '[[ a == a ]] && echo yes'`, lacks: [`sh -c '[[ 1`] },
  { text: 'ls | xargs -I{} echo {}', lacks: ['xargs -I 1'] },
  { text: 'find . -name x -prune -o -print', lacks: ['find . -name x -prune 1'] },
  { text: 'find . -name x', lacks: [] },
  { text: `awk '{ $2 = "z"; print }' x`, lacks: ["awk '{ $2 = 1"] },
  { text: `awk '{ print $1 }' x`, lacks: [] },
  { text: 'echo 1+1 | bc', lacks: ['bc 1'] },
  { text: "printf '%(%Y)T' 0", lacks: ['%(%Y)T 1'] },
  { text: 'exec 3> log', lacks: ['exec 3> 1'] },
  { text: 'sleep 1 & wait', lacks: ['& 1', 'wait 1'] },
  { text: 'make_it 2>&1 && echo $?', lacks: [] },
  { text: 'echo $((08 + 1)) $((1 / 0)) $((6 / 2))', lacks: ['$((08 + 1)) 1', '$((1 / 0)) 1'] },
  { text: 'trap "echo e" ERR', lacks: ['trap "echo e" ERR 1'] },
  { text: 'echo $FUNCNAME; umask 077', lacks: ['FUNCNAME 1', 'umask 1'] },
])('features of the shell that the simulation lacks are reported: $text', ({ text, lacks }) => {
  expect(sh(text)).toEqual(lacks)
})

test('imported files are examined, other files are not', () => {
  const files = {
    '/project/tool.py': 'from lib.git import status',
    '/project/lib/git.py': 'import subprocess\nsubprocess.run(["git"])',
    '/project/other.py': 'import socket',
  }
  expect(reported('python3', ['tool.py'], files)).toEqual(['subprocess.run 2'])
})

test('a script on the command line is examined', () => {
  expect(reported('node', ['-e', 'require("net")'], {})).toEqual(['net 1'])
})

test('a TypeScript file that Node refuses is reported, and one for tsx is not', () => {
  const files = { '/project/tool.ts': 'const a: number = 1' }
  const [major = 0] = process.versions.node.split('.').map(Number)
  expect(reported('node', ['tool.ts'], files)).toHaveLength(major < 22 ? 1 : 0)
  expect(reported('tsx', ['tool.ts'], files)).toEqual([])
})

const characters = 200_000
const long = (part: string): string => part.repeat(Math.ceil(characters / part.length))

// Each of these sources takes minutes if a pattern takes quadratic time.
test.for([
  { command: 'node', part: '//' },
  { command: 'node', part: '/*' },
  { command: 'node', part: '\n' },
  { command: 'node', part: '{ sign, ' },
  { command: 'node', part: 'import ( ' },
  { command: 'node', part: "from '" },
  { command: 'python3', part: 'from ..' },
  { command: 'python3', part: 'import a, ' },
  { command: 'python3', part: 'import #' },
  { command: 'python3', part: 'ctypes.a\n' },
  { command: 'bash', part: '$((08' },
  { command: 'bash', part: 'read && ' },
  { command: 'bash', part: `${'read && '.repeat(100)}\n` },
  { command: 'bash', part: `${'$((08'.repeat(190)}\n` },
  { command: 'bash', part: '| { ' },
  { command: 'bash', part: '| while\n' },
])('long $command code that repeats $part has at most 12 findings', ({ command, part }) => {
  const before = reported(command, ['tool'], { '/project/tool': long(part) })
  expect(before.length).toBeLessThanOrEqual(12)
})

test('a part that is too long to search is reported', () => {
  expect(sh(`git status\n${'a'.repeat(1_001)}\ngit log`)).toEqual(['git 1', 'a long line 2'])
  expect(sh('a'.repeat(1_000))).toEqual([])
  expect(js(`${'a\n'.repeat(200_000)}require("http")`)).toEqual(['the rest of the text 200001'])
  expect(js(`${'a\n'.repeat(199_990)}require("http")`)).toEqual(['http 199991'])
})

test('at most twelve uses of one name are reported', () => {
  expect(py(Array.from({ length: 50 }, (_, index) => `ctypes.a${index}`).join('\n'))).toHaveLength(12)
})
