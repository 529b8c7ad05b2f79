import { expect, test } from 'bun:test'
import { compareFigure } from '@/web/screens/settings-preferences/measured-figures'

const METRIC = { units: 'metric', locale: 'en' } as const
const figures = {
  ...{ ascent: 210, descent: null, distance: 10.05, duration: '1:00:10' },
  ...{ max_speed: 18.2, moving: '0:59:00' },
}
const workout = {
  ...{ id: 'a', title: 'Run', sport_id: 5, error: null },
  workout_date: 'Tue, 11 Jun 2024 08:00:00 GMT',
  device: figures,
  fittrackee: {
    ...{ ascent: 260, descent: 240, distance: 10, duration: '1:00:10' },
    ...{ max_speed: 30, moving: '1:00:00' },
  },
}

test('a figure of both settings has its unit, and the difference its sign', () => {
  expect(compareFigure(workout, 'distance', METRIC)).toEqual({
    ...{ device: '10.05 km', fittrackee: '10.00 km', difference: '+0.05 km' },
  })
  expect(compareFigure(workout, 'ascent', METRIC)).toMatchObject({ difference: '−50 m' })
  expect(compareFigure(workout, 'moving', METRIC)).toMatchObject({
    ...{ device: '59:00', difference: '−1:00' },
  })
  expect(compareFigure(workout, 'max_speed', METRIC)).toMatchObject({ difference: '−11.8 km/h' })
})

test('equal figures have a difference without a sign, and unknown ones a dash', () => {
  expect(compareFigure(workout, 'duration', METRIC)).toMatchObject({ difference: '0:00' })
  expect(compareFigure(workout, 'descent', METRIC)).toEqual({
    ...{ device: '–', fittrackee: '240 m', difference: '–' },
  })
  const unreadable = { ...workout, device: null, fittrackee: null, error: 'x' }
  expect(compareFigure(unreadable, 'moving', METRIC)).toMatchObject({ device: '–' })
})
