/** Whether an address refers to this computer: a loopback name or IP address, in the notation of browsers. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return (
    /^(?:.+\.)?localhost\.?$/.test(hostname) ||
    /^127(?:\.\d+){3}$/.test(hostname) ||
    /^\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]+)\]$/.test(hostname)
  )
}
