/** Whether a number is a multiple of another, by their decimal digits: 0.3 is a multiple of 0.1. */
export function isMultipleOf(number: number, divisor: number): boolean {
  if (!Number.isFinite(number) || !Number.isFinite(divisor)) return false
  const [a, b] = [decimal(number), decimal(divisor)]
  const power = Math.min(a.power, b.power)
  return (a.digits * 10n ** BigInt(a.power - power)) % (b.digits * 10n ** BigInt(b.power - power)) === 0n
}

function decimal(number: number): { readonly digits: bigint; readonly power: number } {
  const [mantissa = '0', power = '0'] = Math.abs(number).toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), power: Number(power) - fraction.length }
}
