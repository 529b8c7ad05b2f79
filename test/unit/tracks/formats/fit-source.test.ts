import { describe, expect, test } from 'bun:test'
import products from '@/domain/reference/fit-products.json'
import { readFit } from '@/domain/tracks/formats/fit/fit'
import {
  chain,
  type FitMessageValue,
  fileId,
  fitFile,
  fitTime,
  record,
} from '../../../support/tracks/fit'

const point = record({ time: fitTime('2024-06-01T08:00:00Z'), lat: 48, lon: 2 })

const sourceOf = (...messages: FitMessageValue[]) =>
  readFit(fitFile([...messages, point]), {
    segmentsCreationEvent: 'only_manual',
    acceptWithoutGps: false,
  }).source

describe('the source of a FIT file', () => {
  test.each([
    [473, 'garmin Forerunner 301'],
    [1018, 'garmin Forerunner 310XT'],
    [1036, 'garmin Edge 500'],
    [1765, 'garmin Forerunner 920XT'],
    [2050, 'garmin Fenix 3'],
    [2530, 'garmin Edge 820'],
    [3121, 'garmin Edge 530'],
    [3288, 'garmin Fenix 6S'],
    [3600, 'garmin Venu SQ'],
    [3869, 'garmin Forerunner 55'],
  ])('is the commercial name of the Garmin product %d', (product, name) => {
    expect(sourceOf(fileId(1, product))).toBe(name)
  })

  test.each([1001, 1932, 65534])('is the number of the unknown Garmin product %d', (product) => {
    expect(sourceOf(fileId(1, product))).toBe(`garmin ${product}`)
  })

  test('is the manufacturer and product number for other manufacturers', () => {
    expect(sourceOf(fileId(265, 1161))).toBe('strava 1161')
    expect(sourceOf(fileId(32, 31))).toBe('wahoo_fitness 31')
    expect(sourceOf(fileId(15, 1))).toBe('dynastream 1')
  })

  test('is only the manufacturer without a product or with product 0', () => {
    expect(sourceOf(fileId(260, 0))).toBe('zwift')
    expect(sourceOf(fileId(1, null))).toBe('garmin')
  })

  test('is preferably the product name, with only its first letter in upper case', () => {
    expect(sourceOf(fileId(23, 34, 'Suunto 9 Baro'))).toBe('Suunto 9 baro')
    expect(sourceOf(fileId(294, 900, 'élan PACE'))).toBe('Élan pace')
    expect(sourceOf(fileId(40_000, null, 'bryton'))).toBe('Bryton')
    expect(sourceOf(fileId(23, 0, ''))).toBe('suunto')
  })

  test('is null for an unknown or missing manufacturer and without file_id', () => {
    expect(sourceOf(fileId(40_000, 7))).toBeNull()
    expect(sourceOf(fileId(null, 7))).toBeNull()
    expect(sourceOf()).toBeNull()
  })

  test('is read from the first file_id, even if that is empty', () => {
    expect(sourceOf(fileId(1, 1036), fileId(32, 31))).toBe('garmin Edge 500')
    expect(sourceOf(fileId(null), fileId(32, 31))).toBeNull()
    const chained = chain(fitFile([fileId(1, 1036)]), fitFile([fileId(32, 31), point]))
    const options = { segmentsCreationEvent: 'only_manual', acceptWithoutGps: false } as const
    expect(readFit(chained, options).source).toBe('garmin Edge 500')
  })

  test('can be one of hundreds of products with plain-text names', () => {
    const names = Object.values(products.garminProducts)
    expect(names.length).toBeGreaterThan(450)
    expect(Object.keys(products.manufacturers).length).toBeGreaterThan(230)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9]+([ /-][A-Za-z0-9]+)*$/)
    for (const id of [
      ...Object.keys(products.garminProducts),
      ...Object.keys(products.manufacturers),
    ]) {
      expect(id).toMatch(/^[1-9]\d*$/)
    }
  })
})
