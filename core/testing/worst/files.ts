import { command, list, record, source, times, tool, type Attack } from './attack.ts'

const assignments = (count: number): string => times(count, (index) => `const a${index} = ${index}\n`)
const js = 'export const __version__ = "1"\n'

/** Attacks with metadata, `.env`, placeholders and parameters. */
export const worstFiles: readonly Attack[] = [
  { name: '20,000 const in JavaScript', files: source('t.js', js + assignments(20_000)) },
  {
    name: '20,000 let in one function',
    files: source('t.js', `${js}function f() {${times(20_000, (i) => `let a${i};`)}}`),
  },
  {
    name: '20,000 var in nested blocks',
    files: source('t.js', `${js}{{{{{{{{${times(20_000, (i) => `var a${i};`)}}}}}}}}}`),
  },
  { name: '20,000 functions', files: source('t.js', js + times(20_000, (i) => `function f${i}() {}\n`)) },
  {
    name: '20,000 exports by name',
    files: source('t.js', `${js}${times(10_000, (i) => `let a${i};`)}export {${times(10_000, (i) => `a${i},`)}}`),
  },
  {
    name: '20,000 imports in TypeScript',
    files: source('t.ts', `${js}import {${times(20_000, (i) => `a${i},`)}} from "x"`),
  },
  { name: '20,000 types', files: source('t.ts', js + times(20_000, (i) => `type T${i} = 1\n`)) },
  { name: '20,000 enums', files: source('t.ts', js + times(20_000, (i) => `enum E${i} {}\n`)) },
  { name: '20,000 const in TypeScript', files: source('t.ts', js + assignments(20_000)) },
  {
    name: 'a long comment within 40 calls that may be types',
    files: source('t.ts', `${js}const x = ${'<T>('.repeat(40)}/*${'x'.repeat(300_000)}*/ 1${')'.repeat(40)}`),
    code: 'metadata-syntax',
  },
  {
    name: 'a long comment within 40 conditions that may be arrows',
    files: source('t.ts', `${js}const x = ${'a ? ('.repeat(40)}b /*${'x'.repeat(300_000)}*/${') : c => d'.repeat(40)}`),
  },
  {
    name: 'JavaScript with a syntax error at its end',
    files: source('t.js', `${js}${times(9_000, (i) => `const a${i} = {b: [1, 2], c: (d) => d}\n`)})`),
    code: 'metadata-syntax',
  },
  {
    name: 'JavaScript of more than a megabyte',
    files: source('t.js', js + '//'.repeat(600_000)),
    code: 'metadata-syntax',
  },
  {
    name: 'Python of 200,000 assignments',
    files: source('t.py', `__version__ = "1"\n${times(200_000, (i) => `a${i} = ${i}\n`)}`),
  },
  {
    name: 'Python with 1,200,000 nested subscripts',
    files: source('t.py', `__version__ = "1"\na${'[0]'.repeat(1_200_000)} = 1\n`),
  },
  {
    name: 'Python of 150,000 cases',
    files: source('t.py', `__version__ = "1"\nmatch x:\n${times(150_000, (i) => `    case ${i}: y = 1\n`)}`),
  },
  {
    name: 'a chain of long files',
    files: Object.fromEntries(
      list(4, (index) => [
        `/project/.ai/tools/${index === 0 ? 't' : `r${String(index)}`}.py`,
        `__executor_id__ = "r${(index as number) + 1}"\n#${'#'.repeat(1_500_000)}`,
      ]) as [string, string][],
    ),
    code: 'work-limit',
  },
  {
    name: '.env of 50,000 names and 500 uses',
    files: { ...command(times(500, (i) => `\${V${i}} `)), '/project/.env': times(50_000, (i) => `V${i}=value-${i}\n`) },
    code: 'work-limit',
  },
  {
    name: '.env of 3,000 names and 500 uses',
    files: { ...command(times(500, (i) => `\${V${i}} `)), '/project/.env': times(3_000, (i) => `V${i}=value-${i}\n`) },
  },
  {
    name: '.env of 300,000 names',
    files: { ...command('a'), '/project/.env': times(300_000, (i) => `V${i}=1\n`) },
    code: 'work-limit',
  },
  {
    name: '.env whose values are prefixes of each other',
    files: { ...command('${V0}'), '/project/.env': times(300, (i) => `V${i}=${'a'.repeat(2_000 + i)}\n`) },
    parameters: JSON.stringify({ x: 'a'.repeat(1_999).concat('b').repeat(20) }),
    code: 'work-limit',
  },
  {
    name: '200,000 unknown placeholders',
    files: command(times(200_000, (i) => `{u${i}} `)),
    code: 'work-limit',
  },
  {
    name: '90,000 arguments with the same placeholder',
    files: tool(`config: {command: a, args: [${'"{u}",'.repeat(90_000)}]}`),
    code: 'work-limit',
  },
  {
    name: '400,000 numbers as parameters',
    files: command('a'),
    parameters: `{"x": [${'1,'.repeat(1_100_000)}1]}`,
    code: 'work-limit',
  },
  {
    name: '200,000 names as parameters',
    files: command('a'),
    parameters: JSON.stringify(record(200_000, () => 1)),
    code: 'work-limit',
  },
  {
    name: 'a parameter of 20 MB',
    files: command('{x}'),
    parameters: `{"x": "${'y'.repeat(20_000_000)}"}`,
    code: 'work-limit',
  },
  { name: 'a parameter of 1 MB', files: command('a'), parameters: `{"x": "${'y'.repeat(1_000_000)}"}` },
  {
    name: 'a parameter full of strings that look like secrets',
    files: command('a'),
    parameters: JSON.stringify({ x: 'token=abcdefgh1234 '.repeat(20_000) }),
  },
  {
    name: 'parameters of nested objects that are not closed',
    files: command('a'),
    parameters: '{"a":'.repeat(100_000),
    code: 'parameters-unreadable',
  },
  {
    name: 'a config of 40,000 settings',
    files: tool(`config:\n  command: a\n${times(40_000, (i) => `  k${i}: v\n`)}`),
  },
  {
    name: 'env_config with 20,000 variables, each from the previous one',
    files: tool(`config: {command: a}\nenv_config:\n  env:\n${times(20_000, (i) => `    V${i}: "\${V${i - 1}}x"\n`)}`),
    code: 'work-limit',
  },
  {
    name: 'env_config of 30,000 variables',
    files: tool(`config: {command: a}\nenv_config:\n  env:\n${times(30_000, (i) => `    V${i}: v\n`)}`),
    code: 'work-limit',
  },
]
