import type { Command, Sign } from './lack.ts'
import { calculations, functionsInConditions, variablesOfPipes } from './shell-forms.ts'

const network = ['curl', 'wget', 'ssh', 'scp', 'rsync', 'nc', 'ping', 'dig', 'nslookup']
const absent = [
  ...['git', 'gh', 'docker', 'podman', 'kubectl', 'make', 'gcc', 'cc', 'cargo', 'go', 'java', 'perl', 'ruby', 'php'],
  ...['npm', 'npx', 'pnpm', 'yarn', 'pip', 'pip3', 'uv', 'ps', 'top', 'lsof', 'systemctl', 'sudo', 'su', 'apt-get'],
  ...['brew', 'openssl', 'gpg', 'sqlite3', 'psql', 'ffmpeg', 'convert', 'zip', 'unzip', 'strace', 'crontab', 'screen'],
  ...[
    'ulimit',
    'ln',
    'bc',
    'coproc',
    'umask',
    'file',
    'tput',
    'stty',
    'tty',
    'join',
    'select',
    'getent',
    'nproc',
    'dd',
  ],
]
const inaccurate = ['find', 'xargs', 'getopts']

/** A position where a command can start: in a line, a list, a group or a substitution, or after a keyword. */
const start = String.raw`(?:^|[;&|({!]|\$\(|\x60|\b(?:then|do|else|elif|if|while|until|exec|time|command)\b)[ \t]*`
const called = (names: readonly string[], rest = ''): RegExp =>
  new RegExp(`${start}((?:${names.join('|')})(?=$|[\\s;&|)])${rest})`, 'gm')
const differs = (find: Sign['find'], because: string): Sign => ({ find, because })
const differsInText = (find: RegExp, because: string): Sign => ({ find, because, within: 'text' })

const everyJob = 'the simulated shell waits for each background job before it runs the next command'
const sameShell = 'variables that a pipeline sets keep their values in the simulated shell'
const noSignals = 'the simulated shell runs only EXIT traps; a signal ends the shell'
const noDates = 'the simulated shell does not support relative dates'
const awk = 'awk in the simulated shell joins fields and compares text differently'

/** The differences between the simulated shell and bash, by construct. */
const table: readonly Sign[] = [
  differs(called(network), 'the simulation has no network'),
  differs(called(absent), 'this command is not in the simulated shell'),
  differs(
    called(inaccurate, String.raw`[^\n;|]*?[ \t](?:-prune|-o|-delete|-I\S*|-n|-0|-P|-L|-exec|-printf|-regex)\b`),
    'the simulated shell handles some options of this command differently',
  ),
  differs(/\b(trap\b[^\n;]*\b(?:SIG)?(?:HUP|INT|QUIT|TERM|USR1|USR2|ALRM|PIPE|ERR|DEBUG|RETURN))\b/g, noSignals),
  differs(/\b(kill\b[^\n;]*(?:\$!|%\d|\bjobs\b))/g, everyJob),
  differs(/(?<![&|<>\\$\d])(&)(?![&>\d])/g, everyJob),
  differs(called(['wait', 'jobs', 'fg', 'bg', 'disown']), everyJob),
  differsInText(/\b((?:bash|sh) -c\b[^\n]*\bkill\b)/g, '`kill $$` in an inner shell ends the whole simulated shell'),
  differs(/(\|[ \t]*(?:read|mapfile|readarray)\b)/g, sameShell),
  differs(
    /\b(read\b(?:[^\n;|&]|&(?!&))*(?:;|\n|\|\||&&)[^\n]*\$\?)/g,
    'the simulated shell reports success for `read` at the end of its input',
  ),
  differsInText(
    /(printf[ \t]+(?:'[^'\n]*(?<!\\n)'|"[^"\n]*(?<!\\n)"|[\w.]+)[ \t]*\|[ \t]*(?:while|until|\{)[^\n]*\bread\b)/g,
    'the simulated shell reports success for `read` at the end of its input',
  ),
  differs(
    functionsInConditions,
    'with `set -e`, the simulated shell ends if a command fails in a function that a condition calls',
  ),
  differs(variablesOfPipes, sameShell),
  {
    find: /^([^\n`\\]*[`\\][^\n]*)/gm,
    because: 'the simulated shell reads backquotes and backslashes in here-documents differently',
    within: 'expanded',
  },
  differs(called(['readonly']), 'the simulated shell does not enforce readonly'),
  differs(
    /\b((?:declare|typeset|local)[ \t]+-\w*[rinlup]\w*)/g,
    'the simulated shell does not enforce variable attributes',
  ),
  differs(
    /(\$\{\w+\[[@*]\][/#%^,@][^}\n]*\})/g,
    'the simulated shell does not apply this operator to each array element',
  ),
  differs(/(\{-?0\d+\.\.[^}\n]*\}|\{[^},\s]*\.\.-?0\d+\})/g, 'the simulated shell drops the leading zeros of a range'),
  differs(calculations(/(?<![\w.])0[89]/), 'the simulated shell reads numbers with a leading zero as decimal'),
  differs(calculations(/[/%][ \t]*(?:0\b|\$?[a-z_])/i), 'the simulated shell does not stop at a division by zero'),
  differs(called(['cp'], String.raw`[ \t]+-\w*[rRa]\w*`), 'the simulated shell copies folders differently'),
  differs(
    /(\bFUNCNAME\b|\bBASH_(?!REMATCH|VERSION\b)\w+|\bLINENO\b|\bPIPESTATUS\b|\bDIRSTACK\b)/g,
    'the simulated shell does not set this variable as bash does',
  ),
  differsInText(/(%\([^)\n]*\)T)/g, 'printf in the simulated shell does not format times'),
  differs(/\b(exec[ \t]+(?:\d*|\{\w+\})[<>]\S*)/g, 'the simulated shell ignores redirections in `exec`'),
  differsInText(
    /\b(jq\b)/g,
    'jq in the simulated shell is version 1.8.2 without environment variables; other versions print some numbers and errors differently',
  ),
  differsInText(
    /(awk\b[^\n]*(?:\$\w+[ \t]*(?:[-+*/%]?=(?!=)|[<>])|\bsub\(|\bgsub\(|\bNF[ \t]*(?:=(?!=)|--|\+\+)|[<>]=?[ \t]*"))/g,
    awk,
  ),
  differs(/(\$\{\w+:[^}:\n]*:-\d+\})/g, 'the simulated shell does not support negative substring lengths'),
  differs(/(\$\{\w+\/\/?\[[^}\n]*\})/g, 'the simulated shell does not support character sets in replacements'),
  differs(/(\$\{\w+~~?\})/g, 'the simulated shell does not support operators that invert case'),
  differs(/(\[\[ +(?:! +)?-v +\S+ +\]\])/g, 'this test is always true in the simulated shell'),
  differsInText(/(date [^\n|;)]*(?:-d|--date)[ =]?['"][^'"]*(?:ago|day|week|month|year|hour|min)[^'"]*['"])/g, noDates),
  differs(/(fold +-\w*s)/g, 'fold in the simulated shell does not break lines at spaces'),
  differs(/(?<=[\s=])(~[a-z]\w*)/g, 'the simulated shell does not expand the home folders of other users'),
  differs(
    /(g(?:un)?zip|bzip2|xz|tar +-?c\w*z\w* +-)(?=[^\n]*\|)/g,
    'the simulated shell passes only text through pipes',
  ),
  differs(/(?:^|[;&|({])[ \t]*(env +(?:-i|\w+=))/gm, 'env in the simulated shell does not run a command'),
  differs(/(\/etc\/\w+|\/proc\/\w+|\/dev\/(?:tty|tcp)\S*)/g, 'the simulation has no system files'),
]

/** The signs for a shell script. */
export function shellLacks(_command: Command, _path: string): readonly Sign[] {
  return table
}
