/** The Linux signals by name. If a signal has two names, the common name is first. */
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

/** Signals that a program ignores by default (signal(7)). */
const harmless: readonly (string | undefined)[] = ['SIGCHLD', 'SIGCONT', 'SIGURG', 'SIGWINCH']

/** The common name of a signal; undefined for an unknown number. */
export function signalName(number: number): string | undefined {
  return Object.keys(signals).find((name) => signals[name] === number)
}

/** Whether a signal ends or stops a program by default (signal(7)). */
export function isDeadly(name: string): boolean {
  return !harmless.includes(name)
}

/** The exit code that a shell reports for a program that a signal ended. */
export function shellCode(name: string): number {
  return 128 + (signals[name] ?? 9)
}
