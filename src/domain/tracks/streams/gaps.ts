/** Returns the values that are not NaN, in order; the column itself when none is NaN. */
export function presentValues(values: Float64Array): Float64Array {
  let count = 0
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) count += 1
  if (count === values.length) return values
  return count === 0 ? new Float64Array(0) : values.filter((value) => !Number.isNaN(value))
}

/** Returns one bit per value, set where the value is not NaN. */
export function presenceBits(values: Float64Array): Uint8Array {
  const bits = new Uint8Array(bitmapLength(values.length))
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i])) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7))
  }
  return bits
}

/** Number of bytes of the presence bits of `size` values. */
export function bitmapLength(size: number): number {
  return Math.ceil(size / 8)
}

/** Counts the present values. */
export function countPresent(bits: Uint8Array): number {
  let count = 0
  for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) count += 1
  return count
}

/** Puts the present values back at their positions in a column of `size` values, with NaN elsewhere. */
export function restoreGaps(present: Float64Array, bits: Uint8Array, size: number): Float64Array {
  const values = new Float64Array(size).fill(Number.NaN)
  let next = 0
  for (let i = 0; i < size; i++) {
    if ((bits[i >> 3] ?? 0) & (1 << (i & 7))) {
      values[i] = present[next] ?? Number.NaN
      next += 1
    }
  }
  return values
}
