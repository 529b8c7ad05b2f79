import { describe, expect, test } from 'bun:test'
import {
  FILTER_RULES,
  filterFieldsOf,
  filtersOf,
  typedCoordinates,
} from '@/web/screens/workouts/filter-fields'

describe('filters of the list of workouts', () => {
  test('leave out what is empty', () => {
    expect(filtersOf(filterFieldsOf({}, 'metric'), 'metric')).toEqual({})
  })

  test('stay what they are when they are shown and sent again', () => {
    const filters = { title: 'pass', sport_id: '5', distance_from: '16.09344', order: 'asc' }
    const fields = filterFieldsOf(filters, 'imperial')
    expect(fields.distance_from).toBe('10')
    expect(filtersOf(fields, 'imperial')).toEqual(filters)
  })

  test('take a comma for the point', () => {
    const fields = { ...filterFieldsOf({}, 'metric'), distance_to: '2,5' }
    expect(filtersOf(fields, 'metric')).toEqual({ distance_to: '2.5' })
  })

  test('tell paces per kilometre, whatever is read', () => {
    const filters = { ave_pace_from: '5:00', max_pace_to: '12:30' }
    const fields = filterFieldsOf(filters, 'imperial')
    expect([fields.ave_pace_from, fields.max_pace_to]).toEqual(['8:03', '20:07'])
    expect(filtersOf(fields, 'imperial')).toEqual(filters)
    expect(FILTER_RULES.ave_pace_from('5:3')).not.toBeNull()
    expect(FILTER_RULES.ave_pace_from('95:30')).toBeNull()
  })

  test('have a radius and the name of a place only around a place', () => {
    const around = { coordinates: '47.66,9.18', radius: '5', place: 'Konstanz' }
    expect(filtersOf(filterFieldsOf(around, 'metric'), 'metric')).toEqual(around)
    expect(filtersOf(filterFieldsOf({ radius: '5', place: 'x' }, 'metric'), 'metric')).toEqual({})
    expect(FILTER_RULES.radius('0')).not.toBeNull()
  })

  test('know coordinates from names', () => {
    expect(typedCoordinates(' 47.66, 9.18 ')).toBe('47.66,9.18')
    expect(typedCoordinates('-33.9 151.2')).toBe('-33.9,151.2')
    for (const text of ['Konstanz', '47.66', '91,9', '9,181'])
      expect(typedCoordinates(text)).toBeUndefined()
  })

  test('are refused where the server would refuse them', () => {
    expect(FILTER_RULES.duration_from('1:30')).toBeNull()
    expect(FILTER_RULES.duration_from('90')).not.toBeNull()
    expect(FILTER_RULES.duration_to('24:00')).not.toBeNull()
    expect(FILTER_RULES.distance_to('far')).not.toBeNull()
    expect(FILTER_RULES.distance_to('')).toBeNull()
  })
})
