import type { Command, Sign } from './lack.ts'

/** Programs that tools in shell call and the simulated shell does not have. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'the simulation has no network': ['curl', 'wget', 'ssh', 'scp', 'rsync', 'nc', 'ping', 'dig', 'nslookup'],
  'not in the simulated shell': [
    ...['git', 'gh', 'docker', 'podman', 'kubectl', 'make', 'gcc', 'cc', 'cargo', 'go', 'java', 'perl', 'ruby', 'php'],
    ...[
      'npm',
      'npx',
      'pnpm',
      'yarn',
      'pip',
      'pip3',
      'uv',
      'ps',
      'top',
      'lsof',
      'systemctl',
      'sudo',
      'su',
      'apt-get',
      'brew',
    ],
    ...[
      'openssl',
      'gpg',
      'sqlite3',
      'psql',
      'ffmpeg',
      'convert',
      'zip',
      'unzip',
      'ulimit',
      'strace',
      'crontab',
      'screen',
    ],
  ],
}

const commands: readonly Sign[] = Object.entries(programs).map(([because, names]) => ({
  // Where a command stands: at the start of a line or of a part of one.
  pattern: new RegExp(
    `(?:^|[;&|({]|\\$\\(|\`|\\b(?:then|do|else|exec|time|command)\\b)[ \\t]*((?:${names.join('|')}))(?=$|[\\s;&|)])`,
    'gm',
  ),
  because,
}))

/** What the table of differences (`sandbox/testing/shell/differences.md`) found, where a text shows it. */
const syntax: readonly Sign[] = [
  {
    pattern: /\b(trap\b[^\n;]*\b(?:SIG)?(?:HUP|INT|QUIT|TERM|USR1|USR2|ALRM|PIPE))\b/g,
    because: 'the simulated shell runs no handler of a signal: `kill $$` ends it',
  },
  {
    pattern: /\b(kill\b[^\n;]*(?:\$!|%\d|\bjobs\b))/g,
    because: 'the simulated shell runs each job before the next command',
  },
  { pattern: /\b((?:bash|sh) -c\b[^\n]*\bkill\b)/g, because: '`kill $$` of a shell within ends the simulated shell' },
  { pattern: /(\$\{\w+:[^}:]*:-\d+\})/g, because: 'the simulated shell counts no length from the end' },
  { pattern: /(\$\{\w+\/\/?\[[^}]*\})/g, because: 'the simulated shell replaces no set of characters' },
  { pattern: /(\$\{\w+~~?\})/g, because: 'the simulated shell does not turn the case around' },
  { pattern: /(\[\[ +(?:! +)?-v +\w+ +\]\])/g, because: 'always true in the simulated shell' },
  {
    pattern: /(date [^\n|;)]*(?:-d|--date)[ =]?['"][^'"]*(?:ago|day|week|month|year|hour|min)[^'"]*['"])/g,
    because: 'the simulated shell does not reckon in dates',
  },
  { pattern: /(fold +-\w*s)/g, because: 'the simulated shell breaks no lines at blanks' },
  { pattern: /(?<=[\s=])(~[a-z]\w*)/g, because: 'the simulated shell knows no homes of other users' },
  {
    pattern: /(g(?:un)?zip|bzip2|xz|tar +-?c\w*z\w* +-)(?=[^\n]*\|)/g,
    because: 'the simulated shell passes no bytes that are no text from one command to the next',
  },
  { pattern: /(?:^|[;&|({])[ \t]*(env +(?:-i|\w+=))/gm, because: 'the simulated shell runs no command behind env' },
  {
    pattern: /(declare +-i|typeset +-i)/g,
    because: 'adding by += to a whole number joins texts in the simulated shell',
  },
  { pattern: /(\/etc\/\w+|\/proc\/\w+)/g, because: 'the simulation has none of the files of a machine' },
]

/** What tells that a tool in shell uses something that the simulation lacks. */
export function shellLacks(_command: Command, _path: string): readonly Sign[] {
  return [...commands, ...syntax]
}
