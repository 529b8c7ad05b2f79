import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { recordLabel } from '@/web/components/record-label'
import { fileSizeOf } from '@/web/format/file-size'
import {
  countOf,
  distanceOf,
  durationOf,
  heightOf,
  hoursOf,
  paceOf,
  plain,
  speedOf,
} from '@/web/format/quantity'
import { recordValue } from '@/web/format/records'
import { averageOf } from '@/web/format/speed'
import { distanceScale, sportDistanceOf } from '@/web/format/sport-distance'
import { toDistance, toHeight, toPace, toSpeed } from '@/web/format/units'

const METRIC = { units: 'metric', locale: 'en' } as const
const IMPERIAL = { units: 'imperial', locale: 'en' } as const

describe('quantities', () => {
  test('are written in the units of the account', () => {
    expect(plain(distanceOf(42.195, METRIC))).toBe('42.20 km')
    expect(plain(distanceOf(42.195, IMPERIAL))).toBe('26.22 mi')
    expect(plain(heightOf(1000, METRIC))).toBe('1,000 m')
    expect(plain(heightOf(1000, IMPERIAL))).toBe('3,281 ft')
    expect(plain(speedOf(27.24, METRIC))).toBe('27.2 km/h')
    expect(plain(speedOf(27.24, IMPERIAL))).toBe('16.9 mph')
    expect(plain(paceOf(300, METRIC))).toBe('5:00 /km')
    expect(plain(paceOf(300, IMPERIAL))).toBe('8:03 /mi')
  })

  test('use the separators of the language', () => {
    expect(distanceOf(1234.5, { units: 'metric', locale: 'de' }).value).toBe('1.235')
    expect(distanceOf(12.5, { units: 'metric', locale: 'fr' }).value).toBe('12,50')
  })

  test('lose decimals as distances grow', () => {
    const shown = [9.999, 99.9, 100, 999.9, 1000].map((km) => distanceOf(km, METRIC).value)
    expect(shown).toEqual(['10.00', '99.90', '100.0', '999.9', '1,000'])
  })

  test('say nothing, not zero, about what was not measured', () => {
    const missing = [
      distanceOf(null, METRIC),
      heightOf(null, METRIC),
      speedOf(null, METRIC),
      paceOf(null, METRIC),
      durationOf(null),
      hoursOf(null, METRIC),
      countOf(null, 'bpm', METRIC),
    ]
    for (const quantity of missing) expect(quantity).toEqual({ value: '–', unit: '' })
    expect(plain(heightOf(0, METRIC))).toBe('0 m')
  })

  test('show long sums without seconds', () => {
    expect(plain(hoursOf('130:15:40', METRIC))).toBe('130:16 h')
  })
})

test('imperial units keep the relation of speed and pace', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 100, noNaN: true }), (kmh) => {
      const secondsPerMile = toPace(3600 / kmh, 'imperial')
      expect(secondsPerMile * toSpeed(kmh, 'imperial')).toBeCloseTo(3600, 6)
    }),
  )
  expect(toDistance(1.609344, 'imperial')).toBeCloseTo(1, 12)
  expect(toHeight(0.3048, 'imperial')).toBeCloseTo(1, 12)
})

test.each([
  ['AS', 27.2, '27.2 km/h'],
  ['MS', 51, '51.0 km/h'],
  ['FD', 66.847, '66.85 km'],
  ['HA', 715.4, '715 m'],
  ['LD', '2:27:25', '2:27:25'],
  ['AP', '0:05:31', '5:31 /km'],
  ['BP', '0:04:02', '4:02 /km'],
  ['BP', null, '–'],
])('a record of type %s and value %p reads %s', (type, value, text) => {
  expect(plain(recordValue({ record_type: type, sport_id: 1, value }, METRIC))).toBe(text)
})

test('records of how fast somebody swam are paces of 100 metres, in name and number', () => {
  const told = ['AS', 'MS', 'FD'].map((record_type) => {
    const record = { record_type, sport_id: 16, value: 3 }
    return [recordLabel(record), plain(recordValue(record, METRIC))]
  })
  expect(told).toEqual([
    ['Best average pace', '2:00 /100 m'],
    ['Fastest pace', '2:00 /100 m'],
    ['Farthest distance', '3,000 m'],
  ])
})

test('means are told as their sport is: as speed, as pace, and of swims as pace of 100 metres', () => {
  const mean = (sport_id: number, ave_pace: string | null) =>
    plain(averageOf({ sport_id, ave_speed: 3, ave_pace }, METRIC))
  expect(mean(1, null)).toBe('3.0 km/h')
  expect(mean(5, '0:20:00')).toBe('20:00 /km')
  expect(mean(16, null)).toBe('2:00 /100 m')
  expect(plain(averageOf({ sport_id: 16, ave_speed: null, ave_pace: null }, METRIC))).toBe('–')
})

describe('what was swum', () => {
  test('is told in metres or yards, and its pace for a hundred of them', () => {
    const told = [METRIC, IMPERIAL].map((wishes) => [
      plain(sportDistanceOf(1.5, 16, wishes)),
      plain(averageOf({ sport_id: 16, ave_speed: 3, ave_pace: null }, wishes)),
      plain(recordValue({ record_type: 'FD', sport_id: 16, value: 1.5 }, wishes)),
    ])
    expect(told).toEqual([
      ['1,500 m', '2:00 /100 m', '1,500 m'],
      ['1,640 yd', '1:50 /100 yd', '1,640 yd'],
    ])
    expect(plain(sportDistanceOf(1.5, null, METRIC))).toBe('1.50 km')
  })

  test.each([
    ['1500', 1.5],
    ['1,500', 1.5],
    ['1.500', 1.5],
    ["1'500", 1.5],
    ['1 500', 1.5],
    ['62,5', 0.0625],
    ['25', 0.025],
    ['far', Number.NaN],
  ])('is read from %p', (typed, kilometres) => {
    expect(distanceScale(16, 'metric').read(typed)).toBe(kilometres)
  })

  test('reads as it was written', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.constantFrom('metric', 'imperial'),
        fc.constantFrom(5, 16),
        (kilometres, units, sportId) => {
          const { toShown, read } = distanceScale(sportId, units)
          expect(read(String(toShown(kilometres)))).toBeCloseTo(kilometres, 9)
        },
      ),
    )
  })
})

test('file sizes step up every 1024 bytes', () => {
  const sizes = [0, 1, 1023, 1024, 1536, 1024 ** 2, 5 * 1024 ** 4]
  const shown = sizes.map((bytes) => plain(fileSizeOf(bytes, { locale: 'en' })))
  expect(shown).toEqual(['0 B', '1 B', '1,023 B', '1.0 kB', '1.5 kB', '1.0 MB', '5.0 TB'])
})

test('file sizes are in the letters of the language', () => {
  const shown = ['de', 'fr', 'pl'].map((locale) => plain(fileSizeOf(1_500_000, { locale })))
  expect(shown).toEqual(['1,4 MB', '1,4 Mo', '1,4 MB'])
})
