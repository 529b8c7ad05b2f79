const WINDOW = 51
const MINIMUM = 3

/**
 * Smooths elevations (whole metres) with a moving mean of up to 51 points. The results are whole metres too.
 * The ends of the line are mirrored. The mean is the sum of value × (1 / width), with the weight multiplied first,
 * truncated towards zero. This order of operations yields the same numbers as the reference server. Fewer than 3 values
 * are returned unchanged.
 */
export function smoothElevations(values: Float64Array): Float64Array {
  const size = values.length
  if (size < MINIMUM) return values
  const width = Math.min(size, WINDOW)
  const extended = mirror(values, width)
  const weight = 1 / width
  const first = Math.floor(width / 2) + 1
  return values.map((_, i) => {
    let mean = 0
    for (let k = first + i; k < first + i + width; k++) mean += (extended[k] ?? 0) * weight
    return Math.trunc(mean)
  })
}

/** Adds `width - 1` mirrored values before and after the values. The outermost value is not repeated. */
function mirror(values: Float64Array, width: number): Float64Array {
  const size = values.length
  const extended = new Float64Array(size + 2 * (width - 1))
  extended.set(values.slice(1, width).reverse())
  extended.set(values, width - 1)
  extended.set(values.slice(size - width, size - 1).reverse(), width - 1 + size)
  return extended
}
