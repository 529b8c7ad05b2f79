const LOW_BYTES = 4
const LOW_RANGE = 2 ** 32

/** The largest integer that `splitPlanes` accepts. */
export const MAX_PLANE_VALUE = Number.MAX_SAFE_INTEGER

/**
 * Returns the number of bytes that a non-negative integer needs.
 * @throws RangeError above MAX_PLANE_VALUE
 */
export function bytesFor(largest: number): number {
  if (!(largest <= MAX_PLANE_VALUE)) throw new RangeError(`${largest} has no byte planes`)
  let count = 0
  for (let rest = largest; rest > 0; rest = Math.floor(rest / 256)) count += 1
  return count
}

/** Splits integers into byte planes: all lowest bytes first, then all second bytes, and so on. */
export function splitPlanes(values: Float64Array, count: number): Uint8Array {
  const size = values.length
  const planes = new Uint8Array(size * count)
  if (count < LOW_BYTES) {
    splitSmall(values, planes)
    return planes
  }
  for (let k = 0; k < count; k++) {
    const unit = k < LOW_BYTES ? 1 : LOW_RANGE
    const shift = 8 * (k % LOW_BYTES)
    const start = k * size
    for (let i = 0; i < size; i++) planes[start + i] = ((values[i] ?? 0) / unit) >>> shift
  }
  return planes
}

/** Like `splitPlanes`, in one pass for integers of at most 32 bits, which nearly all are. */
function splitSmall(values: Float64Array, planes: Uint8Array): void {
  const size = values.length
  for (let i = 0; i < size; i++) {
    let rest = (values[i] ?? 0) | 0
    for (let at = i; at < planes.length; at += size) {
      planes[at] = rest
      rest >>= 8
    }
  }
}

/** Restores integers from `count` byte planes of `size` bytes. */
export function mergePlanes(planes: Uint8Array, count: number, size: number): Float64Array {
  if (count < LOW_BYTES) return mergeSmall(planes, size)
  const low = mergeWord(planes, size, 0, LOW_BYTES)
  const values = new Float64Array(low)
  if (count > LOW_BYTES) {
    const high = mergeWord(planes, size, LOW_BYTES, count)
    for (let i = 0; i < size; i++) values[i] = (values[i] ?? 0) + (high[i] ?? 0) * LOW_RANGE
  }
  return values
}

function mergeSmall(planes: Uint8Array, size: number): Float64Array {
  const values = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    let value = 0
    for (let at = i, shift = 0; at < planes.length; at += size, shift += 8)
      value |= (planes[at] ?? 0) << shift
    values[i] = value
  }
  return values
}

/** Splits the bits of doubles into byte planes. */
export function splitDoubles(values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  return transpose(bytes, values.length, 8)
}

/** Restores doubles from their byte planes. */
export function mergeDoubles(planes: Uint8Array): Float64Array {
  return new Float64Array(transpose(planes, 8, planes.length / 8).buffer)
}

/** Joins the planes from `from` to `to` (exclusive) into one 32-bit number per value. */
function mergeWord(planes: Uint8Array, size: number, from: number, to: number): Uint32Array {
  const words = new Uint32Array(size)
  for (let k = from; k < to; k++) {
    const shift = 8 * (k - from)
    const start = k * size
    for (let i = 0; i < size; i++) {
      words[i] = (words[i] ?? 0) | ((planes[start + i] ?? 0) << shift)
    }
  }
  return words
}

/** Transposes `bytes`, a table of `rows` × `columns`. */
function transpose(bytes: Uint8Array, rows: number, columns: number): Uint8Array {
  const turned = new Uint8Array(bytes.length)
  for (let column = 0; column < columns; column++) {
    const start = column * rows
    for (let row = 0; row < rows; row++) turned[start + row] = bytes[row * columns + column] ?? 0
  }
  return turned
}
