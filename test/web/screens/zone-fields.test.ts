import { describe, expect, test } from 'bun:test'
import {
  changeShape,
  createZoneFields,
  formatLength,
  listEnds,
  listRadii,
  MAX_CORNERS,
  placePosition,
  toFieldMetres,
  toZoneDraft,
  toZoneInput,
} from '@/web/screens/privacy-zones/zone-fields'

const HOME = { latitude: 48.2, longitude: 16.37 }
const CABIN = { latitude: -47.5, longitude: -15.25 }
const NO_CORNER = { latitude: '', longitude: '' }

describe('radii to choose from', () => {
  test.each(['metric', 'imperial'] as const)('are accepted by the server: %s', (units) => {
    const radii = listRadii(200, units)
    expect(radii.length).toBeGreaterThan(10)
    expect(radii).toEqual(radii.toSorted((a, b) => a - b))
    expect(radii.every((radius) => radius >= 50 && radius <= 5000)).toBeTrue()
  })

  test('include one that another client stored', () => {
    expect(listRadii(333, 'metric').slice(3, 7)).toEqual([200, 300, 333, 400])
  })
})

describe('lengths', () => {
  const format = (metres: number[], units: 'metric' | 'imperial') =>
    metres.map((each) => formatLength(each, { units, locale: 'en-US' }))

  test('are round numbers in the units of the account', () => {
    expect(format(listEnds('metric'), 'metric')).toEqual([
      '0 m',
      '100 m',
      '200 m',
      '500 m',
      '1,000 m',
    ])
    expect(format(listEnds('imperial'), 'imperial')).toEqual([
      ...['0 ft', '300 ft', '600 ft', '1,500 ft', '3,000 ft'],
    ])
    expect(format(listRadii(61, 'imperial'), 'imperial').slice(0, 4)).toEqual([
      ...['200 ft', '300 ft', '500 ft', '700 ft'],
    ])
  })

  test('stay in a field as they were typed', () => {
    expect(toFieldMetres(93, 'imperial')).toBe('305')
    expect(toFieldMetres(93, 'metric')).toBe('93')
  })
})

describe('a position that is chosen on the map', () => {
  test('is the new centre of a circle', () => {
    expect(placePosition(createZoneFields(HOME), CABIN)).toEqual([
      { latitude: '-47.5', longitude: '-15.25' },
    ])
  })

  test('fills the first empty corner of an area, then adds one, up to the limit', () => {
    const area = { ...createZoneFields(HOME), shape: 'area' as const }
    const corners = changeShape(area.corners, 'area')
    expect(corners).toEqual([{ latitude: '48.2', longitude: '16.37' }, NO_CORNER, NO_CORNER])
    const filled = placePosition({ ...area, corners }, CABIN)
    expect(filled[1]).toEqual({ latitude: '-47.5', longitude: '-15.25' })
    expect(filled).toHaveLength(3)
    const full = filled.with(2, filled[1] ?? NO_CORNER)
    expect(placePosition({ ...area, corners: full }, HOME)).toHaveLength(4)
    const most = Array.from({ length: MAX_CORNERS }, () => full[0] ?? NO_CORNER)
    expect(placePosition({ ...area, corners: most }, HOME)).toEqual(most)
  })
})

test('fields become what the server stores; the map shows those that are valid so far', () => {
  const fields = {
    ...createZoneFields(),
    name: ' Home ',
    shape: 'area' as const,
    corners: [
      { latitude: '48,2', longitude: '16.37' },
      { latitude: '48.3', longitude: '181' },
      NO_CORNER,
    ],
  }
  expect(toZoneDraft(fields)).toEqual({ isArea: true, positions: [HOME, null, null], radius: 200 })
  expect(toZoneInput({ ...fields, shape: 'circle', corners: fields.corners.slice(0, 1) })).toEqual({
    ...{ name: 'Home', positions: [HOME], radius: 200, hides_passages: true },
  })
})
