import { expect, test } from 'bun:test'
import { thresholdText, thresholdUnit, typedThreshold } from '@/web/training/threshold-text'

const METRIC = { units: 'metric', locale: 'en' } as const
const IMPERIAL = { units: 'imperial', locale: 'en' } as const

test('paces of thresholds are parsed and formatted per unit of the reader', () => {
  const told = (['threshold_pace', 'swim_pace'] as const).flatMap((kind) =>
    [METRIC, IMPERIAL].map((wishes) => {
      const value = typedThreshold(kind, '5:00', wishes)
      return [thresholdUnit(kind, wishes), value, thresholdText(kind, value, wishes)]
    }),
  )
  expect(told).toEqual([
    ['/km', 300, '5:00 /km'],
    ['/mi', 186, '4:59 /mi'],
    ['/100 m', 300, '5:00 /100 m'],
    ['/100 yd', 328, '5:00 /100 yd'],
  ])
})

test('impossible thresholds are rejected', () => {
  expect(typedThreshold('swim_pace', '0:30', METRIC)).toBeNaN()
  expect(typedThreshold('swim_pace', '90', METRIC)).toBeNaN()
  expect(typedThreshold('ftp', '250', METRIC)).toBe(250)
})
