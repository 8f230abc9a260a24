/** The message for a run that started a program without a simulation. */
export function describeStarted(name: string): string {
  return `This tool cannot be simulated: it starts ${name}. Run it on a server.`
}

/** The message for a command that cannot be simulated, with the commands that can. */
export function describeUnknownCommand(command: string): string {
  return (
    `"${command}" is not simulated. The simulation supports python and python3 (CPython), node and tsx (QuickJS), ` +
    'and bash, sh, cat, echo and printenv (bashkit), as plain names or as paths that end in them. Run the tool on a server, or change the command.'
  )
}
