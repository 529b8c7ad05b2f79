import { describe, expect, test } from 'bun:test'
import {
  toldClock,
  toldInstant,
  toldKilometres,
  toldMetres,
  toldNumber,
} from '@/use-cases/imports/told-values'

describe('a number of an export', () => {
  test.each([
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1 234', 1234],
    ['-3', -3],
    [' 7 ', 7],
    [8, 8],
  ])('%p is %p', (text, number) => {
    expect(toldNumber(text)).toBe(number)
  })

  test.each(['', ' ', '.', '-', 'seven', '1e300', 'NaN', null, undefined, Number.NaN, {}])(
    '%p is none',
    (value) => {
      expect(toldNumber(value)).toBeUndefined()
    },
  )
})

test('lengths are known in several units, and in no others', () => {
  expect(['km', 'm', 'mi', 'yd'].map((unit) => toldKilometres('2', unit))).toEqual([
    ...[2, 0.002, 3.218688, 0.0018288],
  ])
  expect(['m', 'cm', 'ft'].map((unit) => toldMetres('100', unit))).toEqual([100, 1, 30.48])
  for (const unit of ['', 'furlong', 'constructor', '__proto__'])
    expect(toldKilometres('2', unit)).toBeUndefined()
})

test('times of a clock have hours or not', () => {
  expect(['1:02:03', '62:03', '0:59', '100:00:00'].map(toldClock)).toEqual([
    ...[3723, 3723, 59, 360_000],
  ])
  expect(['', '5', '1:2:3', 'a:bb:cc'].map(toldClock)).toEqual(Array(4).fill(undefined))
})

describe('an instant of an export', () => {
  test.each([
    ['2024-07-01 07:00:00', '2024-07-01T05:00:00Z'],
    ['2024-01-01 07:00:00.0', '2024-01-01T06:00:00Z'],
    ['2024-07-01T07:00:00Z', '2024-07-01T07:00:00Z'],
    ['2024-07-01 07:00:00 +0930', '2024-06-30T21:30:00Z'],
    ['2024-07-01T07_00_00-03_00', '2024-07-01T10:00:00Z'],
    ['2024-07-01 07:00:00 UTC', '2024-07-01T07:00:00Z'],
  ])('%s in Paris is %s', (text, instant) => {
    expect(toldInstant(text, 'Europe/Paris')).toBe(Date.parse(instant))
  })

  test.each(['', '2024-02-30 07:00:00', '2024-13-01 07:00:00', '2024-01-01 24:00:00', 'now'])(
    '%p is none',
    (text) => {
      expect(toldInstant(text)).toBeUndefined()
    },
  )
})
