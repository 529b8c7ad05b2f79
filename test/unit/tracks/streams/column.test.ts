import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ByteReader, ByteWriter, StreamError } from '@/domain/tracks/streams/bytes'
import { readColumn, writeColumn } from '@/domain/tracks/streams/column'
import { fromDeltas, toDeltas } from '@/domain/tracks/streams/deltas'
import { fromIntegers, toIntegers } from '@/domain/tracks/streams/number-form'

const column = (...values: number[]) => Float64Array.from(values)

function written(values: Float64Array): Uint8Array {
  const writer = new ByteWriter()
  writeColumn(writer, values)
  return writer.join()
}

describe('a stored column', () => {
  test('without values takes one byte', () => {
    expect(written(column(Number.NaN, Number.NaN))).toHaveLength(1)
  })

  test('with a constant takes no bytes for its points', () => {
    const constant = written(new Float64Array(1000).fill(7.25))
    expect(written(new Float64Array(2000).fill(7.25))).toHaveLength(constant.length)
  })

  test.each([
    ['whole seconds in microseconds', [1.7e15, 1.700000005e15], [1.7e9, 1_700_000_005]],
    ['milliseconds in microseconds', [1.7e15, 1.700000000007e15], [1.7e12, 1_700_000_000_007]],
    ['tenths', [12.3, 12.4, -0.7], [123, 124, -7]],
    ['seven decimals', [48.1234567, 48.1234601], [481_234_567, 481_234_601]],
    ['semicircles', [(574_000_001 * 180) / 2 ** 31], [574_000_001]],
    ['fifths of a metre above -500 m', [2577 / 5 - 500, 2579 / 5 - 500], [2577, 2579]],
    ['tenths that were 32-bit floats', [101.6, 102.2].map(Math.fround), [1016, 1022]],
    ['hundredths that were 32-bit floats', [101.62, 102.2].map(Math.fround), [10_162, 10_220]],
    ['other 32-bit floats', [60.27379608154297], [60.27379608154297 * 2 ** 24]],
    ['twelve decimals', [6.123456789012, 6.123456789345], [6_123_456_789_012, 6_123_456_789_345]],
  ])('of %s is stored as integers', (_, values, expected) => {
    const integers = toIntegers(Float64Array.from(values))
    expect([...(integers?.integers ?? [])]).toEqual(expected)
    expect(integers && [...(fromIntegers(integers) ?? [])]).toEqual(values)
    expect(written(Float64Array.from(values))[0]).toBeLessThan(254)
  })

  test('of other values is stored as doubles', () => {
    expect(toIntegers(column(Math.PI, Math.E))).toBeUndefined()
    expect(toIntegers(column(1, -0))).toBeUndefined()
    expect(toIntegers(column(Number.POSITIVE_INFINITY))).toBeUndefined()
    expect(written(column(Math.PI, Math.E))).toHaveLength(17)
  })

  test('is rejected when its bytes are impossible', () => {
    const good = written(column(1, 2, 4))
    const read = (bytes: Uint8Array) => () => readColumn(new ByteReader(bytes), 3)
    expect(read(good)()).toEqual(column(1, 2, 4))
    // Form, gaps, order and planes: one byte each.
    for (const [at, value] of [
      [0, 200],
      [2, 3],
      [3, 8],
    ] as const) {
      const bad = good.slice()
      bad[at] = value
      expect(read(bad)).toThrow(StreamError)
    }
    expect(read(good.subarray(0, -1))).toThrow(StreamError)
  })
})

describe('deltas', () => {
  test('are second differences where those are smaller', () => {
    expect(toDeltas(column(5, 15, 25, 36))).toEqual({
      ...{ order: 2, first: 5, steps: column(20, 0, 2), largest: 20 },
    })
    expect(toDeltas(column(5, 6, 5, 6))).toEqual({
      ...{ order: 1, first: 5, steps: column(2, 1, 2), largest: 2 },
    })
  })

  test('round-trip unless the integers are too far apart', () => {
    const integers = fc.array(fc.integer({ min: -(2 ** 52), max: 2 ** 52 }), { minLength: 1 })
    fc.assert(
      fc.property(integers, (values) => {
        const deltas = toDeltas(Float64Array.from(values))
        if (deltas) expect([...fromDeltas(deltas)].map((value) => value + 0)).toEqual(values)
      }),
    )
    expect(toDeltas(column(-(2 ** 52), 2 ** 52))).toBeUndefined()
  })
})
