import { expect, test } from 'bun:test'
import { lineThrough } from '@/domain/segments/segment-line'
import { lengthOf } from '@/web/map/drawing/line-length'
import { formatLengthLimits } from '@/web/screens/segments/drawing/format-length-limits'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test.each([
  [[]],
  [[at(48, 8)]],
  [[at(48, 8), at(48.01, 8.02), at(48.03, 8.01)]],
  [[at(-17, 179.99), at(-17.01, -179.98)]],
])('a drawn line is as long as the server finds it (%#)', (points) => {
  const { length } = lineThrough(
    points.map(({ latitude, longitude }) => [longitude, latitude, null]),
  )
  expect(lengthOf(points)).toBeCloseTo(length, 6)
})

test('the limits of a drawn line are shown in the units of the reader', () => {
  const of = (units: 'metric' | 'imperial') => formatLengthLimits({ units, locale: 'en' })
  expect(of('metric')).toEqual({ min: '200 m', max: '100 km' })
  expect(of('imperial')).toEqual({ min: '657 ft', max: '62 mi' })
})
