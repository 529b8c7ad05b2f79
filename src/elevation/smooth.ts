const WINDOW = 51
const SHORTEST = 3

/**
 * Elevations (whole metres) smoothed by a moving mean of up to 51 points, in whole metres again.
 *
 * Line ends are mirrored; the mean is the sum of value × (1 / width), the weight multiplied first, and cut towards
 * zero. This order of operations makes the numbers those of the reference server; fewer than 3 values stay as they are.
 */
export function smoothElevations(values: Float64Array): Float64Array {
  const size = values.length
  if (size < SHORTEST) return values
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

/** The values with `width - 1` mirrored ones before and after; the outermost value is not repeated. */
function mirror(values: Float64Array, width: number): Float64Array {
  const size = values.length
  const extended = new Float64Array(size + 2 * (width - 1))
  extended.set(values.slice(1, width).reverse())
  extended.set(values, width - 1)
  extended.set(values.slice(size - width, size - 1).reverse(), width - 1 + size)
  return extended
}
