import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { COLORS, paintLines, paintSteps } from '@/web/map/paint'

const place = (latitude: number) => ({ latitude, longitude: 9 })

describe('the colours of a way', () => {
  test('part its readings into groups of about the same size', () => {
    const values = Array.from({ length: 60 }, (_, at) => 100 + at)
    expect(paintSteps('hr', values).map(({ from, to }) => [from, to])).toEqual([
      [null, 110],
      [110, 120],
      [120, 130],
      [130, 140],
      [140, 150],
      [150, null],
    ])
  })

  test('make a small pace a fast one', () => {
    const steps = paintSteps('pace', [240, 300, 360, 420, 480, 540])
    expect(steps.map(({ color }) => color)).toEqual([5, 4, 3, 2, 1, 0])
  })

  test('are one for a reading that never changes', () => {
    const steps = paintSteps('power', [200, 200, null])
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [null, 200],
      [200, null],
    ])
  })

  test('draw every step between two places once, except where nothing was measured or a segment begins', () => {
    const places = [47, 47.1, 47.2, 47.3, 47.4, 47.5].map(place)
    const values = [-9, -9, 0, null, 12, 12]
    const steps = paintSteps('gradient', values)
    const lines = paintLines(places, values, { steps, parts: [{ from: 5, to: 5 }] })
    expect(lines.map((line) => line.map((way) => way.map(([latitude]) => latitude)))).toEqual([
      [[47, 47.1]],
      [],
      [[47.1, 47.2]],
      [],
      [],
      [[47.3, 47.4]],
    ])
  })

  test('belong to the readings within their limits', () => {
    const readings = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(readings, (values) => {
        const steps = paintSteps('power', values)
        const places = values.map((_, at) => place(at / 100))
        const lines = paintLines(places, values, { steps, parts: [] })
        expect(lines).toHaveLength(COLORS)
        const drawn = lines.flat().reduce((sum, way) => sum + way.length - 1, 0)
        expect(drawn).toBe(values.length - 1)
        for (const { from, to } of steps)
          expect(from === null || to === null || from < to).toBe(true)
      }),
    )
  })
})
