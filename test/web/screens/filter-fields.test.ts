import { describe, expect, test } from 'bun:test'
import { FILTER_RULES, filterFieldsOf, filtersOf } from '@/web/screens/workouts/filter-fields'

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

  test('are refused where the server would refuse them', () => {
    expect(FILTER_RULES.duration_from('1:30')).toBeNull()
    expect(FILTER_RULES.duration_from('90')).not.toBeNull()
    expect(FILTER_RULES.duration_to('24:00')).not.toBeNull()
    expect(FILTER_RULES.distance_to('far')).not.toBeNull()
    expect(FILTER_RULES.distance_to('')).toBeNull()
  })
})
