import { expect, test } from 'vitest'
import { lacksOf } from './lacks.ts'

const reported = (
  command: string,
  args: readonly string[],
  texts: Readonly<Record<string, string>>,
): readonly string[] => {
  const files = Object.entries(texts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  return lacksOf({ command, args }, files).map(({ uses, line }) => `${uses} ${line}`)
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
  { text: "crypto.createHmac('sha1', k); crypto.randomUUID(); design.sign(a)", lacks: [] },
  { text: 'fs.symlinkSync("a", "b"); fs.linkSync("a", "c")', lacks: ['linkSync 1'] },
  { text: 'console.log("hello")', lacks: [] },
])('what a tool in JavaScript uses and the simulation lacks is told: $text', ({ text, lacks }) => {
  expect(js(text)).toEqual(lacks)
})

test.for([
  { text: 'import subprocess\nsubprocess.run(["git", "status"])', lacks: ['subprocess.run 2'] },
  { text: 'import os\nos.system("git log")', lacks: ['os.system 2'] },
  { text: 'import subprocess\nsubprocess.run(["bash", "-c", "ls"])', lacks: [] },
  { text: 'import subprocess, sys\nsubprocess.check_output([sys.executable, "-V"])', lacks: [] },
  { text: 'import subprocess\nsubprocess.run(["bashful"])', lacks: ['subprocess.run 2'] },
  { text: 'import json, socket', lacks: ['socket 1'] },
  { text: 'import threading\nthreading.Thread(target=f).start()', lacks: ['threading.Thread 2'] },
  { text: 'import json  # not subprocess.run()', lacks: [] },
  { text: 'from multiprocessing import Pool', lacks: ['multiprocessing 1'] },
  { text: 'import json\nprint(json.dumps(1))', lacks: [] },
])('what a tool in Python uses and the simulation lacks is told: $text', ({ text, lacks }) => {
  expect(py(text)).toEqual(lacks)
})

test.for([
  { text: 'git status', lacks: ['git 1'] },
  { text: 'x=$(curl -s http://a)', lacks: ['curl 1'] },
  { text: 'echo git', lacks: [] },
  { text: 'if true; then docker ps; fi', lacks: ['docker 1'] },
  { text: 'echo ${name:0:-1}', lacks: ['${name:0:-1} 1'] },
  { text: 'echo hi | tr a-z A-Z', lacks: [] },
  { text: 'sleep 9 & kill $!', lacks: ['kill $! 1'] },
  { text: 'trap "echo t" TERM', lacks: ['trap "echo t" TERM 1'] },
  { text: 'kill $$', lacks: [] },
])('what a tool in shell uses and the simulation lacks is told: $text', ({ text, lacks }) => {
  expect(sh(text)).toEqual(lacks)
})

test('files that a tool imports are looked at, others are not', () => {
  const files = {
    '/project/tool.py': 'from lib.git import status',
    '/project/lib/git.py': 'import subprocess\nsubprocess.run(["git"])',
    '/project/other.py': 'import socket',
  }
  expect(reported('python3', ['tool.py'], files)).toEqual(['subprocess.run 2'])
})

test('a text of the command line is looked at', () => {
  expect(reported('node', ['-e', 'require("net")'], {})).toEqual(['net 1'])
})

test('a file of TypeScript that Node does not take is told, and one for tsx is not', () => {
  const files = { '/project/tool.ts': 'const a: number = 1' }
  const [major = 0] = process.versions.node.split('.').map(Number)
  expect(reported('node', ['tool.ts'], files)).toHaveLength(major < 22 ? 1 : 0)
  expect(reported('tsx', ['tool.ts'], files)).toEqual([])
})
