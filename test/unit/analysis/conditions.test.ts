import { describe, expect, test } from 'bun:test'
import { findConditions, isConditionsStream } from '@/domain/analysis/conditions'

const column = (name: string, unit: string | null, values: number[], isOwn = false) => ({
  ...{ name, unit, isOwn },
  values: Float32Array.from(values),
})
const at = (...seconds: number[]) => Float64Array.from(seconds, (second) => second * 1e6)

describe('the temperature of air and water', () => {
  test('has its mean over the measured time', () => {
    const time = at(0, 1, 4, 5)
    const columns = [
      column('temperature', '°C', [20, 22, 24, Number.NaN]),
      column('water_temperature', '°C', [12, 12, 12, 12]),
      column('core_temperature', '°C', [38, 38, 38, 38]),
    ]
    // One second of 22 °C and three of 24 °C.
    expect(findConditions([{ time, columns }])).toEqual({
      temperature: { least: 20, mean: (22 + 3 * 24) / 4, greatest: 24 },
      waterTemperature: { least: 12, mean: 12, greatest: 12 },
    })
  })

  test('weights readings that are far apart equally', () => {
    const columns = [column('temperature', '°C', [10, 20, 60])]
    const { temperature } = findConditions([{ time: at(0, 60, 180), columns }])
    expect(temperature).toEqual({ least: 10, mean: 30, greatest: 60 })
  })

  test('includes all segments with readings', () => {
    const part = (value: number) => [column('temperature', '°C', [value, value])]
    const { temperature } = findConditions([
      { time: at(0, 1), columns: part(5) },
      { time: at(9, 10), columns: [] },
      { time: at(20, 21), columns: part(15) },
    ])
    expect(temperature).toEqual({ least: 5, mean: 10, greatest: 15 })
  })

  test('is unknown where nothing was measured', () => {
    expect(findConditions([])).toEqual({})
    expect(findConditions([{ time: at(0, 1), columns: [column('speed', 'm/s', [1, 2])] }])).toEqual(
      {},
    )
    const nothing = [column('temperature', '°C', [Number.NaN, Number.POSITIVE_INFINITY])]
    expect(findConditions([{ time: at(0, 1), columns: nothing }])).toEqual({})
  })
})

describe('the wind', () => {
  test.each([
    ['m/s', 10],
    ['km/h', 36],
    ['MPH', 22.3694],
    ['kn', 19.4384],
  ])('is converted from %s', (unit, value) => {
    const columns = [column('Wind_Speed', unit, [value, value], true)]
    expect(findConditions([{ time: at(0, 1), columns }]).wind?.mean).toBeCloseTo(10, 3)
  })

  test('is ignored without a known unit', () => {
    for (const unit of [null, '', 'Bft'])
      expect(isConditionsStream({ name: 'wind speed', unit, isOwn: true })).toBe(false)
  })

  test('is averaged over its directions, even across north', () => {
    const bearing = (values: number[]) =>
      findConditions([
        { time: at(0, 1, 2), columns: [column('Wind Direction', '°', values, true)] },
      ]).windBearing
    expect(bearing([0, 350, 10])).toBeCloseTo(0, 3)
    expect(bearing([0, 80, 100])).toBeCloseTo(90, 3)
    expect(bearing([0, 0, 180])).toBeUndefined()
  })
})
