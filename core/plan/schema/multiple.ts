/** Whether a number is a multiple of another, computed with decimal digits: 0.3 is a multiple of 0.1. */
export function isMultipleOf(number: number | bigint, divisor: number | bigint): boolean {
  if (!isFinite(number) || !isFinite(divisor)) return false
  const [a, b] = [decimal(number), decimal(divisor)]
  const power = Math.min(a.power, b.power)
  return (a.digits * 10n ** BigInt(a.power - power)) % (b.digits * 10n ** BigInt(b.power - power)) === 0n
}

function isFinite(number: number | bigint): boolean {
  return typeof number === 'bigint' || Number.isFinite(number)
}

function decimal(number: number | bigint): { readonly digits: bigint; readonly power: number } {
  if (typeof number === 'bigint') return { digits: number < 0n ? -number : number, power: 0 }
  const [mantissa = '0', power = '0'] = Math.abs(number).toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), power: Number(power) - fraction.length }
}
