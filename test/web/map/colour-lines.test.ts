import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { COLOUR_COUNT, colourLines, createColourRanges } from '@/web/map/colour-lines'

const place = (latitude: number) => ({ latitude, longitude: 9 })

describe('the colours of a track', () => {
  test('divide values into groups of about the same size', () => {
    const values = Array.from({ length: 60 }, (_, at) => 100 + at)
    expect(createColourRanges('hr', values).map(({ from, to }) => [from, to])).toEqual([
      [null, 110],
      [110, 120],
      [120, 130],
      [130, 140],
      [140, 150],
      [150, null],
    ])
  })

  test('treat a low pace as fast', () => {
    const steps = createColourRanges('pace', [240, 300, 360, 420, 480, 540])
    expect(steps.map(({ color }) => color)).toEqual([5, 4, 3, 2, 1, 0])
  })

  test('are a single one for a constant value', () => {
    const steps = createColourRanges('power', [200, 200, null])
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [null, 200],
      [200, null],
    ])
  })

  test('cover every step once, except those without a value and those between segments', () => {
    const places = [47, 47.1, 47.2, 47.3, 47.4, 47.5].map(place)
    const values = [-9, -9, 0, null, 12, 12]
    const steps = createColourRanges('gradient', values)
    const lines = colourLines(places, values, { steps, parts: [{ from: 5, to: 5 }] })
    expect(lines.map((line) => line.map((way) => way.map(([latitude]) => latitude)))).toEqual([
      [[47, 47.1]],
      [],
      [[47.1, 47.2]],
      [],
      [],
      [[47.3, 47.4]],
    ])
  })

  test('match the limits of their values', () => {
    const readings = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(readings, (values) => {
        const steps = createColourRanges('power', values)
        const places = values.map((_, at) => place(at / 100))
        const lines = colourLines(places, values, { steps, parts: [] })
        expect(lines).toHaveLength(COLOUR_COUNT)
        const drawn = lines.flat().reduce((sum, way) => sum + way.length - 1, 0)
        expect(drawn).toBe(values.length - 1)
        for (const { from, to } of steps)
          expect(from === null || to === null || from < to).toBe(true)
      }),
    )
  })
})
