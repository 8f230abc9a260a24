/** Python's `repr()` of a float: the shortest digits that read back, an exponent below 1e-4 and from 1e16 on. */
export function floatRepr(value: number): string {
  const text = floatDigits(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

/** The same without the `.0` of an integral float: how Python writes the parts of a complex number. */
export function floatDigits(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  // JavaScript finds the same shortest digits, but places the point by other bounds.
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const exponent = Number(power)
  const sign = value < 0 ? '-' : ''
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${size}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  if (digits.length <= exponent + 1) return sign + digits.padEnd(exponent + 1, '0')
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}
