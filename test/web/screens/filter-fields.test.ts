import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { typedCoordinates } from '@/web/components/places/typed-coordinates'
import { formatSwimSpeed } from '@/web/format/speed'
import {
  FILTER_RULES,
  filterRanges,
  toFilterFields,
  toFilters,
  withSport,
} from '@/web/screens/workouts/filters/filter-fields'

describe('filters of the list of workouts', () => {
  test('omit empty values', () => {
    expect(toFilters(toFilterFields({}, 'metric'), 'metric')).toEqual({})
  })

  test('round-trip between URL and form', () => {
    const filters = { title: 'pass', sport_id: '5', distance_from: '16.09344', order: 'asc' }
    const fields = toFilterFields(filters, 'imperial')
    expect(fields.distance_from).toBe('10')
    expect(toFilters(fields, 'imperial')).toEqual(filters)
  })

  test('accept a decimal comma', () => {
    const fields = { ...toFilterFields({}, 'metric'), distance_to: '2,5' }
    expect(toFilters(fields, 'metric')).toEqual({ distance_to: '2.5' })
  })

  test('show paces per kilometre, whatever the units', () => {
    const filters = { ave_pace_from: '5:00', max_pace_to: '12:30' }
    const fields = toFilterFields(filters, 'imperial')
    expect([fields.ave_pace_from, fields.max_pace_to]).toEqual(['8:03', '20:07'])
    expect(toFilters(fields, 'imperial')).toEqual(filters)
    expect(FILTER_RULES.ave_pace_from('5:3')).not.toBeNull()
    expect(FILTER_RULES.ave_pace_from('95:30')).toBeNull()
  })

  test('show swims in metres and paces per 100 metres, where the fastest is the highest speed', () => {
    const filters = { sport_id: '16', distance_from: '1.5', ave_speed_from: '3' }
    const fields = toFilterFields(filters, 'metric')
    expect([fields.distance_from, fields.ave_speed_from]).toEqual(['1500', '2:00'])
    const ranges = filterRanges('16', 'metric').filter(({ offered }) => offered)
    expect(ranges.map(({ label, unit, from }) => [label, unit, from])).toEqual([
      ['stat.distance', 'm', 'distance_from'],
      ['stat.moving', 'h:mm', 'duration_from'],
      ['stat.averagePace', '/100 m', 'ave_speed_to'],
      ['stat.bestPace', '/100 m', 'max_speed_to'],
    ])
    expect(FILTER_RULES.ave_speed_to('2:00', fields)).toBeNull()
    expect(FILTER_RULES.ave_speed_to('3', fields)).not.toBeNull()
  })

  test('find every swim whose displayed pace was typed', () => {
    const written = (kmh: number, units: 'metric' | 'imperial') =>
      formatSwimSpeed(kmh, { units, locale: 'en' }).value
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 1200 }).map((cents) => cents / 100),
        fc.constantFrom('metric', 'imperial'),
        (kmh, units) => {
          const pace = written(kmh, units)
          const typed = { sport_id: '16', ave_speed_from: pace, ave_speed_to: pace }
          const filters = toFilters({ ...toFilterFields({}, units), ...typed }, units)
          expect(Number(filters.ave_speed_from)).toBeLessThanOrEqual(kmh + 1e-9)
          expect(Number(filters.ave_speed_to)).toBeGreaterThanOrEqual(kmh - 1e-9)
          expect(toFilterFields(filters, units)).toMatchObject(typed)
        },
      ),
    )
  })

  test('are converted when another sport is selected', () => {
    const rides = toFilterFields(
      { sport_id: '1', distance_to: '4', max_speed_to: '3', ave_pace_to: '5:00', title: 'lake' },
      'metric',
    )
    const swims = withSport(rides, '16', 'metric')
    expect(swims).toMatchObject({ sport_id: '16', distance_to: '4000', max_speed_to: '2:00' })
    expect(toFilters(swims, 'metric')).toMatchObject({ distance_to: '4', title: 'lake' })
    expect(toFilters(swims, 'metric')).not.toHaveProperty('ave_pace_to')
    expect(withSport(swims, '1', 'metric')).toMatchObject({ distance_to: '4', ave_pace_to: '' })
  })

  test('have a radius and the name of a place only together with coordinates', () => {
    const around = { coordinates: '47.66,9.18', radius: '5', place: 'Konstanz' }
    expect(toFilters(toFilterFields(around, 'metric'), 'metric')).toEqual(around)
    expect(toFilters(toFilterFields({ radius: '5', place: 'x' }, 'metric'), 'metric')).toEqual({})
    expect(FILTER_RULES.radius('0')).not.toBeNull()
  })

  test('distinguish coordinates from names', () => {
    expect(typedCoordinates(' 47.66, 9.18 ')).toBe('47.66,9.18')
    expect(typedCoordinates('-33.9 151.2')).toBe('-33.9,151.2')
    for (const text of ['Konstanz', '47.66', '91,9', '9,181'])
      expect(typedCoordinates(text)).toBeUndefined()
  })

  test('are rejected in the same cases as by the server', () => {
    expect(FILTER_RULES.duration_from('1:30')).toBeNull()
    expect(FILTER_RULES.duration_from('90')).not.toBeNull()
    expect(FILTER_RULES.duration_to('24:00')).not.toBeNull()
    expect(FILTER_RULES.distance_to('far')).not.toBeNull()
    expect(FILTER_RULES.distance_to('')).toBeNull()
  })
})
