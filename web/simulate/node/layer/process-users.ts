/** The ID of the simulation's only user and only group. Both are unprivileged. */
const unprivileged = 65534

/** The user and groups that `process` reports. */
export const users = {
  getuid: (): number => unprivileged,
  geteuid: (): number => unprivileged,
  getgid: (): number => unprivileged,
  getegid: (): number => unprivileged,
  getgroups: (): number[] => [unprivileged],
}
