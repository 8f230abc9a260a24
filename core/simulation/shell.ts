import type { Command, Sign } from './lack.ts'
import { calculations, functionsInConditions, openArray, outside, variablesOfPipes } from './shell-forms.ts'

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
    /(\bFUNCNAME\b|\bBASH_(?!REMATCH|VERSION\b)\w+|\bEPOCH(?:SECONDS|REALTIME)\b|\bLINENO\b|\bPIPESTATUS\b|\bDIRSTACK\b)/g,
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
  differsInText(
    /(printf[ \t]+[^\n;|&]*%[-+ 0]*\d*[dixXou][^\n;|&]*(?:;[^\n]*\$\?|&&|\|\|))/g,
    'printf in the simulated shell succeeds for text that is not a number',
  ),
  differs(/\b(shopt[ \t]+-s[^\n;]*\bglobstar)\b/g, 'the simulated shell expands `**` to absolute paths'),
  differs(
    /(?:^|[;&|({]|\b(?:then|do|else)\b)[ \t]*(\$(?:\w+|\{\w+\}))(?=[ \t;\n]|$)(?![ \t]*(?:[=!<>+*/%]|-(?:eq|ne|lt|le|gt|ge)\b|\]\]|\)))/gm,
    'the simulated shell does not split a command that comes from a variable into words',
  ),
  differs(called(['realpath']), 'realpath in the simulated shell accepts paths in missing folders'),
  differs(called(['seq'], String.raw`[^\n;|]*?\d\.\d`), 'seq in the simulated shell drops trailing zeros'),
  differs(called(['head'], String.raw`[ \t]+-[nc][ \t]*-\d`), 'head in the simulated shell ignores negative counts'),
  differs(
    called(['paste'], String.raw`[^\n;|]*[ \t]-[ \t]+-`),
    'paste in the simulated shell reads stdin once per `-`',
  ),
  differs(called(['ls'], String.raw`[ \t]+-\w*a`), 'ls in the simulated shell omits `.` and `..`'),
  differs(called(['du'], String.raw`[^\n;|]*[ \t]-\w*b`), 'du in the simulated shell does not support `-b`'),
  differs(called(['whoami', 'id', 'hostname']), 'the simulated shell has its own user and machine'),
  differs(/(\$-)/g, 'the simulated shell does not set this variable as bash does'),
  differs(/\b(set[ \t]+-\w*n\w*)\b/g, 'the simulated shell runs the commands despite `set -n`'),
  differs(/(\$\{\w+@[aAEPKk]\})/g, 'the simulated shell does not support this operator'),
  differs(/(\$\{\w+\/[^}\n\\]*\\[^\n]*\})/g, 'the simulated shell reads backslashes in replacements differently'),
  differs(/\b((?:if|elif|while|until)[ \t]+(?:then|do))\b/g, 'the simulated shell accepts this syntax error'),
  differs(openArray, 'the simulated shell accepts this syntax error'),
  differs(
    outside('return', /\(\s*\)|\bfunction\b/),
    'outside of a function, the simulated shell ends here without an error',
  ),
  differs(outside('local', /\(\s*\)|\bfunction\b/), 'outside of a function, `local` succeeds in the simulated shell'),
  differs(
    outside('(?:break|continue)', /\b(?:for|while|until|select)\b/),
    'outside of a loop, the simulated shell ends here',
  ),
  differs(/(\/etc\/\w+|\/proc\/\w+|\/dev\/(?:tty|tcp)\S*)/g, 'the simulation has no system files'),
]

const notInSh = 'sh in the simulation is bash; on Debian, sh is dash, which does not support this'
const bashOnly = String.raw`\[\[|<<<|\$'|\w+=\(|\bfunction[ \t]+\w`
const insideSh = differsInText(new RegExp(`\\b(sh -c\\b[^\\n]*(?:${bashOnly}))`, 'g'), notInSh)
const ofSh = differs(new RegExp(`(${bashOnly})`, 'g'), notInSh)

const ofLine = differs(
  /(\bset[ \t]+(?:-\w*u\w*|-o[ \t]+nounset)|\$\{\w+:?\?[^}\n]*\})/g,
  '`bash -c` ends with code 127 for an unset variable, and the simulated shell with 1',
)

/** The signs for a shell script. */
export function shellLacks({ command, args }: Command, _path: string): readonly Sign[] {
  const isSh = /(?:^|\/)sh$/.test(command)
  return [...table, ...(isSh ? [ofSh] : [insideSh]), ...(args[0] === '-c' && !isSh ? [ofLine] : [])]
}
