/** The signals of Linux by name. If a signal has two names, the usual one is first. */
export const signals: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGIOT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGCHLD: 17,
  SIGSTKFLT: 16,
  SIGCONT: 18,
  SIGSTOP: 19,
  SIGTSTP: 20,
  SIGTTIN: 21,
  SIGTTOU: 22,
  SIGURG: 23,
  SIGXCPU: 24,
  SIGXFSZ: 25,
  SIGVTALRM: 26,
  SIGPROF: 27,
  SIGWINCH: 28,
  SIGIO: 29,
  SIGPOLL: 29,
  SIGPWR: 30,
  SIGSYS: 31,
}

/** Signals that a program without a handler ignores (signal(7)). */
const harmless: readonly (string | undefined)[] = ['SIGCHLD', 'SIGCONT', 'SIGURG', 'SIGWINCH']

/** The usual name of a signal; `undefined` for a number without one. */
export function signalName(number: number): string | undefined {
  return Object.keys(signals).find((name) => signals[name] === number)
}

/** Whether a signal ends a program without a handler for it (signal(7)). */
export function isDeadly(name: string): boolean {
  return !harmless.includes(name)
}

/** The exit code that a shell reports for a program that a signal ended. */
export function shellCode(name: string): number {
  return 128 + (signals[name] ?? 9)
}
