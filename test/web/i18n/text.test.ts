import { describe, expect, test } from 'bun:test'
import { t } from '@/web/i18n/text'

describe('t', () => {
  test('fills in values', () => {
    expect(t('add.remove', { name: 'ride.gpx' })).toBe('Remove ride.gpx')
  })

  test('uses the correct plural form', () => {
    expect(t('add.created', { count: 1 })).toBe('Workout added.')
    expect(t('add.created', { count: 0 })).toBe('0 workouts added.')
    expect(t('add.created', { count: 1200 })).toBe('1,200 workouts added.')
  })
})
