import { describe, expect, test } from 'bun:test'
import { parseTypedDuration } from '@/web/format/typed-numbers'
import { workoutChanges } from '@/web/workout-form/workout-changes'
import {
  MANUAL_RULES,
  newWorkoutFields,
  toManualNumbers,
  withSport,
} from '@/web/workout-form/workout-fields'

const METRIC = {
  units: 'metric',
  locale: 'en',
  dateFormat: 'yyyy-MM-dd',
  timeZone: 'Europe/Paris',
  language: 'en',
  showAscent: true,
} as const
const IMPERIAL = { ...METRIC, units: 'imperial' } as const

const filled = {
  ...newWorkoutFields(METRIC, 5),
  day: '2026-05-16',
  time: '09:12',
  duration: '1:30:05',
  distance: '12,5',
}

describe('parseTypedDuration', () => {
  test.each([
    ['1:30', 5400],
    ['1:30:05', 5405],
    ['0:07:00', 420],
    [' 26:00:00 ', 93_600],
  ])('parses %p', (text, seconds) => {
    expect(parseTypedDuration(text)).toBe(seconds)
  })

  test.each([[''], ['90'], ['1:60'], ['1:30:75'], ['-1:00'], ['1:2:3:4']])('rejects %p', (text) => {
    expect(parseTypedDuration(text)).toBeNaN()
  })
})

describe('a manually entered workout', () => {
  test('is sent in seconds, kilometres and metres', () => {
    expect(toManualNumbers({ ...filled, ascent: '100', descent: '90' }, METRIC)).toEqual({
      workout_date: '2026-05-16 09:12',
      duration: 5405,
      distance: 12.5,
      ascent: 100,
      descent: 90,
      calories: null,
    })
  })

  test('is converted from miles and feet', () => {
    const numbers = toManualNumbers({ ...filled, distance: '10', ascent: '1000' }, IMPERIAL)
    expect(numbers.distance).toBeCloseTo(16.09344, 6)
    expect(numbers.ascent).toBeCloseTo(304.8, 6)
  })

  test('has its distance in metres for swims, even if the sport is chosen last', () => {
    const swum = withSport({ ...filled, distance: '1,5' }, 16, METRIC)
    expect([swum.sport, swum.distance]).toEqual([16, '1500'])
    expect(toManualNumbers({ ...swum, distance: '1,600' }, METRIC).distance).toBe(1.6)
    expect(MANUAL_RULES.distance('far', swum)).not.toBeNull()
    expect(withSport(swum, 5, METRIC).distance).toBe('1.5')
    expect(withSport({ ...swum, distance: 'far' }, 5, METRIC).distance).toBe('far')
    expect(withSport({ ...filled, distance: '0.50001' }, 1, METRIC).distance).toBe('0.50001')
  })

  test('needs both ascent and descent, or neither', () => {
    const lonely = { ...filled, ascent: '100' }
    expect(MANUAL_RULES.ascent(lonely.ascent, lonely)).not.toBeNull()
    expect(MANUAL_RULES.descent(lonely.descent, lonely)).not.toBeNull()
    expect(MANUAL_RULES.ascent('', filled)).toBeNull()
  })
})

describe('workoutChanges', () => {
  const changes = (after: object, withFile: boolean) =>
    workoutChanges(filled, { ...filled, ...after }, { withFile, preferences: METRIC })

  test('contains only changed fields', () => {
    expect(changes({}, true)).toEqual({})
    expect(changes({ title: 'Longer' }, false)).toEqual({ title: 'Longer' })
    expect(changes({ equipment: ['a'] }, true)).toEqual({ equipment_ids: ['a'] })
  })

  test('omits numbers that are computed from a recording', () => {
    expect(changes({ distance: '99', map: 'public' }, true)).toEqual({ map_visibility: 'public' })
    expect(changes({ distance: '99', map: 'public' }, false)).toEqual({ distance: 99 })
  })

  test('omits the distance if only the sport changed', () => {
    const before = { ...filled, distance: '1.234' }
    const after = withSport(before, 16, IMPERIAL)
    const change = { withFile: false, preferences: IMPERIAL }
    expect(after.distance).not.toBe(before.distance)
    expect(workoutChanges(before, after, change)).toEqual({ sport_id: 16 })
  })

  test('contains ascent and descent together', () => {
    expect(changes({ ascent: '5', descent: '6' }, false)).toEqual({ ascent: 5, descent: 6 })
    expect(changes({ time: '10:00' }, false)).toEqual({ workout_date: '2026-05-16 10:00' })
  })
})
