import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  parseDecimalText,
  parseIntegerText,
  parseTruncatedText,
} from '@/domain/tracks/formats/text/number-text'
import { expectLinear } from '../../../support/timing'

describe('parseDecimalText', () => {
  test.each([
    ['48.8584', 48.8584],
    ['-2.2945', -2.2945],
    ['+7', 7],
    ['.5', 0.5],
    ['5.', 5],
    [' 12.5\n', 12.5],
    ['1e3', 1000],
    ['-1.5E-2', -0.015],
    ['0.12345678901234567890', 0.123_456_789_012_345_68],
    ['12345678901234567890', 12_345_678_901_234_567_000],
    ['nan', Number.NaN],
    ['-Inf', Number.NaN],
    ['infinity', Number.NaN],
    ['1e309', Number.NaN],
    [`-${'9'.repeat(400)}`, Number.NaN],
  ])('reads %p', (text, value) => {
    expect(parseDecimalText(text)).toBe(value)
  })

  test.each([
    '',
    ' ',
    '-',
    '.',
    '+.',
    '1,5',
    '0x10',
    '1 2',
    '1.2.3',
    '--1',
    'e5',
    '1e',
    'n/a',
    '12a',
  ])('does not read %p', (text) => {
    expect(parseDecimalText(text)).toBeUndefined()
  })

  test('gives the same double as the platform', () => {
    const written = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value.toFixed(7)),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value.toFixed(14)),
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
    )
    fc.assert(
      fc.property(written, (text) => {
        expect(parseDecimalText(text)).toBe(Number(text))
      }),
    )
  })

  test('rejects a long text in linear time', () => {
    expectLinear((length) => {
      expect(parseDecimalText(`${'1'.repeat(length)}x`)).toBeUndefined()
    }, 1_000_000)
  })
})

describe('parseIntegerText', () => {
  test('reads only whole numbers', () => {
    expect(['120', ' 120 ', '-3', '+4', '0'].map(parseIntegerText)).toEqual([120, 120, -3, 4, 0])
    expect(['120.0', '1e2', '', ' ', 'n/a', 'nan'].map(parseIntegerText)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    )
  })
})

describe('parseTruncatedText', () => {
  test('truncates the fraction, towards zero', () => {
    expect(['80.9', '-80.9', '80'].map(parseTruncatedText)).toEqual([80, -80, 80])
  })

  test('returns undefined for values that are not finite', () => {
    expect(['nan', 'inf', 'x'].map(parseTruncatedText)).toEqual([undefined, undefined, undefined])
  })
})
