import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { plainDecimal, roundHalfAway, roundHalfEven, type Scale } from '@/lib/text/decimal'
import { runs } from '../../support/properties'

describe('roundHalfAway', () => {
  test('rounds the shortest decimal text, not the binary value', () => {
    // The doubles closest to 1.005 and 8.575 are below these values: binary rounding would round down.
    expect(roundHalfAway(1.005, 2)).toBe(1.01)
    expect(roundHalfAway(8.575, 2)).toBe(8.58)
    expect(roundHalfAway(0.0005, 3)).toBe(0.001)
    expect(roundHalfAway(16.2345, 3)).toBe(16.235)
    expect(roundHalfAway(16.23449999999999, 3)).toBe(16.234)
  })

  test('rounds ties away from zero, for both signs', () => {
    expect(roundHalfAway(82.5, 0)).toBe(83)
    expect(roundHalfAway(103.5, 0)).toBe(104)
    expect(roundHalfAway(-82.5, 0)).toBe(-83)
    expect(roundHalfAway(-1.005, 2)).toBe(-1.01)
  })

  test('returns values with fewer decimals unchanged', () => {
    expect(roundHalfAway(12.58, 2)).toBe(12.58)
    expect(roundHalfAway(0.1, 3)).toBe(0.1)
    expect(roundHalfAway(123456789012, 3)).toBe(123456789012)
    expect(roundHalfAway(1e22, 2)).toBe(1e22)
  })

  test('returns zero, never negative zero, for values that round to zero', () => {
    expect(Object.is(roundHalfAway(-0.0004, 3), 0)).toBe(true)
    expect(roundHalfAway(4e-9, 3)).toBe(0)
    expect(Object.is(roundHalfAway(-0, 2), 0)).toBe(true)
  })

  test('returns NaN and infinity unchanged', () => {
    expect(roundHalfAway(Number.NaN, 2)).toBeNaN()
    expect(roundHalfAway(Number.POSITIVE_INFINITY, 2)).toBe(Number.POSITIVE_INFINITY)
  })

  test('agrees with digit-by-digit arithmetic on the decimal text', () => {
    fc.assert(
      fc.property(anyNumber(), anyScale(), (value, scale) => {
        expect(roundHalfAway(value, scale)).toBe(roundText(value, scale))
      }),
      runs(3000),
    )
  })
})

describe('roundHalfEven', () => {
  test('rounds the exact binary value', () => {
    expect(roundHalfEven(1.005, 2)).toBe(1)
    expect(roundHalfEven(2.675, 2)).toBe(2.67)
    expect(roundHalfEven(1.115, 2)).toBe(1.11)
  })

  test('rounds exact ties to the even neighbour', () => {
    expect([0.125, 0.375, 0.625, 0.875].map((v) => roundHalfEven(v, 2))).toEqual([
      0.12, 0.38, 0.62, 0.88,
    ])
    expect([0.5, 1.5, 2.5, -0.5, -2.5].map((v) => roundHalfEven(v, 0))).toEqual([0, 2, 2, 0, -2])
  })

  test('computes the pace of vector V2', () => {
    expect(roundHalfEven(1 / (12.11 / 3.6), 10)).toBe(0.2972749794)
  })

  test('agrees with exact arithmetic on the bits of the double', () => {
    fc.assert(
      fc.property(anyNumber(), anyScale(), (value, scale) => {
        expect(roundHalfEven(value, scale)).toBe(roundBits(value, scale))
      }),
      runs(3000),
    )
  })

  test('agrees with exact arithmetic on eighths and sixteenths, where ties occur', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), anyScale(), (count, scale) => {
        const value = count / 2 ** (scale + 1)
        expect(roundHalfEven(value, scale)).toBe(roundBits(value, scale))
      }),
      runs(3000),
    )
  })
})

describe('plainDecimal', () => {
  test('never uses an exponent', () => {
    expect(plainDecimal(1e-7)).toBe('0.0000001')
    expect(plainDecimal(-1.25e-10)).toBe('-0.000000000125')
    expect(plainDecimal(1.5e21)).toBe('1500000000000000000000')
    expect(plainDecimal(48.123456)).toBe('48.123456')
  })

  test('round-trips every number', () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(numbers, (value) => {
        const text = plainDecimal(value)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(text) + 0).toBe(value + 0)
      }),
    )
  })
})

function anyScale() {
  return fc.constantFrom<Scale>(0, 1, 2, 3, 9, 10)
}

/** Values that look measured, values close to ties, and arbitrary doubles. */
function anyNumber() {
  const nearTie = fc
    .tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.integer({ min: 1, max: 4 }))
    .map(([count, digits]) => Number(`${count}5e-${digits}`))
  return fc.oneof(nearTie, fc.double({ min: -4e5, max: 4e5, noNaN: true }))
}

/** Rounds half away from zero on the decimal text, with BigInt. */
function roundText(value: number, scale: number): number {
  const [whole = '', fraction = ''] = plainDecimal(Math.abs(value)).split('.')
  const digits = BigInt(whole + fraction.padEnd(scale + 1, '0'))
  return settle(value, digits, 10n ** BigInt(Math.max(fraction.length, scale + 1) - scale), scale)
}

/** Rounds half to even on the exact value mantissa · 2^exponent, with BigInt. */
function roundBits(value: number, scale: number): number {
  let exponent = 0
  let mantissa = Math.abs(value)
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2
    exponent += 1
  }
  const unit = 2n ** BigInt(exponent)
  const scaled = BigInt(mantissa) * 10n ** BigInt(scale)
  const floor = scaled / unit
  const isTie = (scaled % unit) * 2n === unit
  return isTie && floor % 2n === 0n
    ? settle(value, floor, 1n, scale)
    : settle(value, scaled, unit, scale)
}

function settle(value: number, numerator: bigint, unit: bigint, scale: number): number {
  const count = (numerator * 2n + unit) / (unit * 2n)
  return Number(`${value < 0 ? '-' : ''}${count}e-${scale}`) + 0
}
