import { optionRows, usageOf, type Command } from './command.ts'

/** A manual page of the command line in roff, with every command and option. */
export function manPage(
  commands: readonly Command[],
  services: readonly Pick<Command, 'name' | 'about'>[],
  version: string,
): string {
  const sections = commands.flatMap((command) => [
    `.SS ${text(usageOf(command))}`,
    text(command.about),
    ...(command.more === undefined ? [] : ['.PP', text(command.more)]),
    ...optionRows(command).flatMap(([option, about]) => ['.TP', `.B ${text(option)}`, text(about)]),
  ])
  return [
    `.TH RYE\\-CHAIN 1 "" "rye-chain ${version}" "User Commands"`,
    '.SH NAME',
    'rye\\-chain \\- analyze, check and run the tools of an .ai directory',
    '.SH SYNOPSIS',
    '.B rye\\-chain',
    '.I COMMAND',
    '[\\fIOPTION\\fR]...',
    '.SH DESCRIPTION',
    "Analyze, check and run the tools of an .ai directory with Rye's executor chain.",
    'All commands accept \\fB\\-\\-color auto|always|never\\fR and \\fB\\-\\-help\\fR.',
    '.SH COMMANDS',
    ...sections,
    ...services.flatMap(({ name, about }) => [`.SS ${text(`rye-chain ${name} [OPTION]...`)}`, text(about)]),
    '.SH EXIT STATUS',
    ...exits.flatMap(([code, about]) => ['.TP', `.B ${code}`, about]),
    '.SH ENVIRONMENT',
    ...variables.flatMap(([name, about]) => ['.TP', `.B ${name}`, about]),
    '',
  ].join('\n')
}

const exits = [
  ['0', 'Success: the item is ready, there are no errors, or both sides are the same.'],
  ['1', 'A negative result: an error, too many warnings, a difference, or a failed run.'],
  ['2', 'The command is not valid, or its target is missing or not readable.'],
  ['130, 143', 'Stopped with Ctrl+C (130) or kill (143).'],
] as const

const variables = [
  ['USER_SPACE', 'The user space: the folder that contains its .ai.'],
  ['NO_COLOR', 'Turns colors off.'],
  ['FORCE_COLOR', 'Turns colors on without a terminal; 0 turns them off.'],
] as const

/** A line of text in roff: hyphens, backslashes, and a leading period or quote are escaped. */
function text(line: string): string {
  const plain = line.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ')
  return /^[.']/.test(plain) ? `\\&${plain}` : plain
}
