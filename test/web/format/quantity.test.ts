import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { getRecordLabel } from '@/web/components/numbers/record-label'
import { formatFileSize } from '@/web/format/file-size'
import {
  formatCount,
  formatDistance,
  formatDuration,
  formatHeight,
  formatLongDuration,
  formatPace,
  formatQuantity,
  formatSpeed,
} from '@/web/format/quantity'
import { formatRecord } from '@/web/format/records'
import { formatAverage } from '@/web/format/speed'
import { formatSportDistance, getDistanceScale } from '@/web/format/sport-distance'
import { toDistance, toHeight, toPace, toSpeed } from '@/web/format/units'

const METRIC = { units: 'metric', locale: 'en' } as const
const IMPERIAL = { units: 'imperial', locale: 'en' } as const

describe('quantities', () => {
  test('are formatted in the units of the account', () => {
    expect(formatQuantity(formatDistance(42.195, METRIC))).toBe('42.20 km')
    expect(formatQuantity(formatDistance(42.195, IMPERIAL))).toBe('26.22 mi')
    expect(formatQuantity(formatHeight(1000, METRIC))).toBe('1,000 m')
    expect(formatQuantity(formatHeight(1000, IMPERIAL))).toBe('3,281 ft')
    expect(formatQuantity(formatSpeed(27.24, METRIC))).toBe('27.2 km/h')
    expect(formatQuantity(formatSpeed(27.24, IMPERIAL))).toBe('16.9 mph')
    expect(formatQuantity(formatPace(300, METRIC))).toBe('5:00 /km')
    expect(formatQuantity(formatPace(300, IMPERIAL))).toBe('8:03 /mi')
  })

  test('use the separators of the language', () => {
    expect(formatDistance(1234.5, { units: 'metric', locale: 'de' }).value).toBe('1.235')
    expect(formatDistance(12.5, { units: 'metric', locale: 'fr' }).value).toBe('12,50')
  })

  test('have fewer decimals for longer distances', () => {
    const shown = [9.999, 99.9, 100, 999.9, 1000].map((km) => formatDistance(km, METRIC).value)
    expect(shown).toEqual(['10.00', '99.90', '100.0', '999.9', '1,000'])
  })

  test('round a distance with three decimals as the server rounds totals to two', () => {
    const shown = [395.349, 395.35, 395.344].map((km) => formatDistance(km, METRIC).value)
    expect(shown).toEqual(['395.4', '395.4', '395.3'])
  })

  test('show a dash, not zero, for values that were not measured', () => {
    const missing = [
      formatDistance(null, METRIC),
      formatHeight(null, METRIC),
      formatSpeed(null, METRIC),
      formatPace(null, METRIC),
      formatDuration(null),
      formatLongDuration(null, METRIC),
      formatCount(null, 'bpm', METRIC),
    ]
    for (const quantity of missing) expect(quantity).toEqual({ value: '–', unit: '' })
    expect(formatQuantity(formatHeight(0, METRIC))).toBe('0 m')
  })

  test('show long totals without seconds', () => {
    expect(formatQuantity(formatLongDuration('130:15:40', METRIC))).toBe('130:16 h')
  })
})

test('speed and pace remain consistent in imperial units', () => {
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
])('a record of type %s and value %p is formatted as %s', (type, value, text) => {
  expect(formatQuantity(formatRecord({ record_type: type, sport_id: 1, value }, METRIC))).toBe(text)
})

test('speed records of swims are shown as paces per 100 metres, in name and value', () => {
  const told = ['AS', 'MS', 'FD'].map((record_type) => {
    const record = { record_type, sport_id: 16, value: 3 }
    return [getRecordLabel(record), formatQuantity(formatRecord(record, METRIC))]
  })
  expect(told).toEqual([
    ['Best average pace', '2:00 /100 m'],
    ['Fastest pace', '2:00 /100 m'],
    ['Farthest distance', '3,000 m'],
  ])
})

test('averages are shown as the sport requires: speed, pace, or pace per 100 metres for swims', () => {
  const mean = (sport_id: number, ave_pace: string | null) =>
    formatQuantity(formatAverage({ sport_id, ave_speed: 3, ave_pace }, METRIC))
  expect(mean(1, null)).toBe('3.0 km/h')
  expect(mean(5, '0:20:00')).toBe('20:00 /km')
  expect(mean(16, null)).toBe('2:00 /100 m')
  expect(
    formatQuantity(formatAverage({ sport_id: 16, ave_speed: null, ave_pace: null }, METRIC)),
  ).toBe('–')
})

describe('swum distances', () => {
  test('are in metres or yards, and paces per 100 of them', () => {
    const told = [METRIC, IMPERIAL].map((wishes) => [
      formatQuantity(formatSportDistance(1.5, 16, wishes)),
      formatQuantity(formatAverage({ sport_id: 16, ave_speed: 3, ave_pace: null }, wishes)),
      formatQuantity(formatRecord({ record_type: 'FD', sport_id: 16, value: 1.5 }, wishes)),
    ])
    expect(told).toEqual([
      ['1,500 m', '2:00 /100 m', '1,500 m'],
      ['1,640 yd', '1:50 /100 yd', '1,640 yd'],
    ])
    expect(formatQuantity(formatSportDistance(1.5, null, METRIC))).toBe('1.50 km')
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
  ])('are parsed from %p', (typed, kilometres) => {
    expect(getDistanceScale(16, 'metric').parse(typed)).toBe(kilometres)
  })

  test('are parsed as they were formatted', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.constantFrom('metric', 'imperial'),
        fc.constantFrom(5, 16),
        (kilometres, units, sportId) => {
          const { fromKilometres, parse } = getDistanceScale(sportId, units)
          expect(parse(String(fromKilometres(kilometres)))).toBeCloseTo(kilometres, 9)
        },
      ),
    )
  })
})

test('file sizes change unit every 1024 bytes', () => {
  const sizes = [0, 1, 1023, 1024, 1536, 1024 ** 2, 5 * 1024 ** 4]
  const shown = sizes.map((bytes) => formatQuantity(formatFileSize(bytes, { locale: 'en' })))
  expect(shown).toEqual(['0 B', '1 B', '1,023 B', '1.0 kB', '1.5 kB', '1.0 MB', '5.0 TB'])
})

test('file sizes have the unit of the language', () => {
  const shown = ['de', 'fr', 'pl'].map((locale) =>
    formatQuantity(formatFileSize(1_500_000, { locale })),
  )
  expect(shown).toEqual(['1,4 MB', '1,4 Mo', '1,4 MB'])
})
