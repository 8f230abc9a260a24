import type { Command, Sign } from './lack.ts'

const noPrograms = 'the simulation of Python starts no other programs in this way; the run ends there'
const fewPrograms = 'the simulation starts bash with its tools, Python and Node; the run ends at any other program'
/** Not before one of the programs that the simulation has, as far as the text names it. */
const unknown = String.raw`(?!\s*\[\s*(?:sys\.executable|['"](?:[^'"]*/)?(?:python(?:3(?:\.\d+)?)?|node|tsx|bash|sh)['"]))`
const noNetwork = 'the simulation has no network'

/** Modules of Python's library that the simulated Python does not have. */
const absent = [
  ...['curses', 'dbm', 'ensurepip', 'grp', 'pwd', 'readline', 'resource', 'syslog', 'tkinter', 'turtle', 'venv'],
]

const signs: readonly Sign[] = [
  {
    pattern: new RegExp(
      String.raw`\b(subprocess\.(?:run|Popen|call|check_call|check_output|getoutput|getstatusoutput)|os\.(?:system|popen))\s*\(${unknown}`,
      'g',
    ),
    because: fewPrograms,
  },
  {
    pattern: /^[ \t]*from[ \t]+(subprocess)[ \t]+import/gm,
    because: fewPrograms,
  },
  {
    pattern: /\b(os\.(?:fork|posix_spawn|exec[lv]\w*|spawn[lv]\w*))\s*\(/g,
    because: noPrograms,
  },
  { pattern: /\b(asyncio\.create_subprocess_\w+)/g, because: noPrograms },
  { pattern: imported('multiprocessing'), because: noPrograms },
  { pattern: /\b(ProcessPoolExecutor)\b/g, because: noPrograms },
  {
    pattern: /\b((?:threading\.)?Thread|ThreadPoolExecutor)\s*\(/g,
    because: 'the simulated Python starts no threads',
  },
  { pattern: /\b(asyncio\.to_thread|run_in_executor)\b/g, because: 'the simulated Python starts no threads' },
  ...[
    'socket',
    'socketserver',
    'ftplib',
    'smtplib',
    'imaplib',
    'poplib',
    'ssl',
    'requests',
    'httpx',
    'aiohttp',
    'urllib3',
  ].map((name) => ({ pattern: imported(name), because: noNetwork })),
  { pattern: /\b(urllib\.request|http\.client)\b/g, because: noNetwork },
  ...absent.map((name) => ({ pattern: imported(name), because: 'not in the simulated Python' })),
  { pattern: /\b(ctypes\.(?:CDLL|cdll|util))/g, because: 'the simulation loads no native modules' },
  { pattern: /\b(time\.tzset|ZoneInfo\(\s*['"]localtime)/g, because: 'the simulation reckons in UTC' },
]

function imported(name: string): RegExp {
  return new RegExp(`^[ \\t]*(?:import[ \\t]+(?:[\\w., \\t]*,[ \\t]*)?|from[ \\t]+)(${name})\\b`, 'gm')
}

/** What tells that a tool in Python uses something that the simulation lacks. */
export function pythonLacks(_command: Command, _path: string): readonly Sign[] {
  return signs
}
