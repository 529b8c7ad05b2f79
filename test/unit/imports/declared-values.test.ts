import { describe, expect, test } from 'bun:test'
import {
  declaredClock,
  declaredInstant,
  declaredKilometres,
  declaredMetres,
  declaredNumber,
} from '@/use-cases/imports/services/declared-values'

describe('declaredNumber', () => {
  test.each([
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1 234', 1234],
    ['-3', -3],
    [' 7 ', 7],
    [8, 8],
  ])('reads %p as %p', (text, number) => {
    expect(declaredNumber(text)).toBe(number)
  })

  test.each(['', ' ', '.', '-', 'seven', '1e300', 'NaN', null, undefined, Number.NaN, {}])(
    'rejects %p',
    (value) => {
      expect(declaredNumber(value)).toBeUndefined()
    },
  )
})

test('declaredKilometres converts known units and ignores others', () => {
  expect(['km', 'm', 'mi', 'yd'].map((unit) => declaredKilometres('2', unit))).toEqual([
    ...[2, 0.002, 3.218688, 0.0018288],
  ])
  expect(['m', 'cm', 'ft'].map((unit) => declaredMetres('100', unit))).toEqual([100, 1, 30.48])
  for (const unit of ['', 'furlong', 'constructor', '__proto__'])
    expect(declaredKilometres('2', unit)).toBeUndefined()
})

test('declaredClock accepts times with and without hours', () => {
  expect(['1:02:03', '62:03', '0:59', '100:00:00'].map(declaredClock)).toEqual([
    ...[3723, 3723, 59, 360_000],
  ])
  expect(['', '5', '1:2:3', 'a:bb:cc'].map(declaredClock)).toEqual(Array(4).fill(undefined))
})

describe('declaredInstant', () => {
  test.each([
    ['2024-07-01 07:00:00', '2024-07-01T05:00:00Z'],
    ['2024-01-01 07:00:00.0', '2024-01-01T06:00:00Z'],
    ['2024-07-01T07:00:00Z', '2024-07-01T07:00:00Z'],
    ['2024-07-01 07:00:00 +0930', '2024-06-30T21:30:00Z'],
    ['2024-07-01T07_00_00-03_00', '2024-07-01T10:00:00Z'],
    ['2024-07-01 07:00:00 UTC', '2024-07-01T07:00:00Z'],
  ])('reads %s in Paris as %s', (text, instant) => {
    expect(declaredInstant(text, 'Europe/Paris')).toBe(Date.parse(instant))
  })

  test.each(['', '2024-02-30 07:00:00', '2024-13-01 07:00:00', '2024-01-01 24:00:00', 'now'])(
    'rejects %p',
    (text) => {
      expect(declaredInstant(text)).toBeUndefined()
    },
  )
})
