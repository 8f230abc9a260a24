import type { Command, Sign } from './lack.ts'

const noPrograms = 'the simulated Python cannot start programs in this way; the run ends at this call'
const fewPrograms =
  'the simulation can start only bash with its tools, Python and Node; the run ends at any other program'
/** The start of a command that names a program that the simulation has. */
const known = String.raw`\s*\[\s*(?:sys\.executable|['"](?:[^'"]*/)?(?:python(?:3(?:\.\d+)?)?|node|tsx|bash|sh)['"])`
const starts = String.raw`\b(subprocess\.(?:run|Popen|call|check_call|check_output|getoutput|getstatusoutput)|os\.(?:system|popen))\s*\(`
const noNetwork = 'the simulation has no network'

/** Modules of Python's standard library that the simulated Python lacks. */
const absent = [
  ...['curses', 'dbm', 'ensurepip', 'grp', 'pwd', 'readline', 'resource', 'syslog', 'tkinter', 'turtle', 'venv'],
]

/** Packages that tools often import. Without a file of this name in the workspace, the import fails. */
const packages = [
  ...['attr', 'attrs', 'boto3', 'bs4', 'click', 'cryptography', 'dateutil', 'django', 'dotenv', 'fastapi', 'flask'],
  ...['jinja2', 'jsonschema', 'lxml', 'matplotlib', 'numpy', 'openai', 'pandas', 'PIL', 'psutil', 'pydantic', 'pytest'],
  ...['pytz', 'rich', 'scipy', 'sklearn', 'sqlalchemy', 'toml', 'tqdm', 'typer', 'yaml'],
]

const signs: readonly Sign[] = [
  { find: new RegExp(`${starts}(?!${known})`, 'g'), because: fewPrograms },
  {
    find: new RegExp(`${starts}(?=${known})`, 'g'),
    because:
      'the simulation runs this tool again from its start with the result of the started program; if the tool then ' +
      'prints different output, such as the time, the simulation stops it',
  },
  {
    find: /^[ \t]*from[ \t]+(subprocess)[ \t]+import/gm,
    because: fewPrograms,
  },
  {
    find: /\b(os\.(?:fork|posix_spawn|exec[lv]\w*|spawn[lv]\w*))\s*\(/g,
    because: noPrograms,
  },
  { find: /\b(asyncio\.create_subprocess_\w+)/g, because: noPrograms },
  { find: imported('multiprocessing'), because: noPrograms },
  { find: /\b(ProcessPoolExecutor)\b/g, because: noPrograms },
  {
    find: /\b((?:threading\.)?Thread|ThreadPoolExecutor)\s*\(/g,
    because: 'the simulated Python cannot start threads',
  },
  { find: /\b(asyncio\.to_thread|run_in_executor)\b/g, because: 'the simulated Python cannot start threads' },
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
  ].map((name) => ({ find: imported(name), because: noNetwork })),
  { find: /\b(urllib\.request|http\.client)\b/g, because: noNetwork },
  ...absent.map((name) => ({ find: imported(name), because: 'this module is not in the simulated Python' })),
  { find: /\b(ctypes\.\w+)/g, because: 'the simulation has its own memory and cannot load native modules' },
  { find: imported('ctypes'), because: 'the simulation has its own memory and cannot load native modules' },
  {
    find: /\b((?:zoneinfo\.)?ZoneInfo)\((?!['"](?:Etc\/)?UTC['"]\))/g,
    because:
      'the simulated Python has the time zones that the tool names, from the browser, for 1970 to 2050; abbreviations ' +
      'such as CET can differ',
  },
  { find: /\b(available_timezones)\b/g, because: 'the simulated Python has only the time zones that the tool names' },
  {
    find: /\b(time\.tzset\b|(?:environ\[|putenv\()['"]TZ['"])/g,
    because: 'the time zone of the simulated Python is always UTC',
  },
  {
    find: /(?:\bhashlib\.|^[ \t]*from hashlib import [^\n]{0,200}\b)(scrypt)\b/gm,
    because: 'the simulated Python is built without OpenSSL',
  },
  { find: /\b(signal\.(?:alarm|setitimer|pause|sigwait)\w*)/g, because: 'the simulated Python has no timer signals' },
  {
    find: /(\.errno\b|\berrno\.(?:E\w+|errorcode)|\bos\.strerror)/g,
    because: 'the simulated Python uses the error numbers of Emscripten',
  },
  {
    find: /\bexcept\b[^:\n]{0,200}?\b(OSError|IOError|EnvironmentError|File(?:NotFound|Exists)Error|PermissionError|(?:Is|Not)ADirectoryError)\b(?=[^:\n]{0,200}\bas\b)/g,
    because: 'the simulated Python prints the error number of Emscripten, such as 44 instead of 2',
  },
  {
    find: /\b(sys\.platform|platform\.(?:system|machine|platform|release|uname|processor|node)|os\.uname)\b/g,
    because: 'the simulated Python reports Emscripten as its platform',
  },
  {
    find: /\b(sys\.maxsize|struct\.calcsize|platform\.architecture)\b/g,
    because: 'the simulated Python is a 32-bit program',
  },
  {
    find: /\b(locale\.(?:setlocale|getlocale|getpreferredencoding|localeconv))\b/g,
    because: 'the simulated Python has only the C locale',
  },
  {
    find: /\b(sys\.setrecursionlimit)\b/g,
    because: 'deep recursion ends the simulated Python, because its stack is small',
  },
  ...packages.map((name) => ({ find: imported(name), because: 'this package is not in the simulated Python' })),
]

function imported(name: string): RegExp {
  return new RegExp(`^[ \\t]*(?:import[ \\t]+(?:\\w[\\w., \\t]*,[ \\t]*)?|from[ \\t]+)(${name})\\b`, 'gm')
}

/** The signs for a Python tool. */
export function pythonLacks(_command: Command, _path: string): readonly Sign[] {
  return signs
}
