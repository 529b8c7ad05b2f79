import { describe, expect, test } from 'bun:test'
import { readFit } from '@/domain/tracks/formats/fit/fit'
import { MAX_STREAMS } from '@/domain/tracks/formats/limits'
import {
  developerField,
  type FitFieldValue,
  type FitMessageValue,
  fitFile,
  fitTime,
  record,
  withFields,
} from '../../../support/tracks/fit'

const START = fitTime('2024-06-01T08:00:00Z')

const at = (second: number, ...more: FitFieldValue[]) =>
  record({ time: START + second, lat: 48 + second / 1000, lon: 2 }, ...more)

const read = (messages: readonly FitMessageValue[]) =>
  readFit(fitFile(messages), { segmentsCreationEvent: 'all', acceptWithoutGps: false })

/** The streams in addition to the seven columns, by name: the unit and values of each segment. */
const streams = (messages: readonly FitMessageValue[]) =>
  read(messages).segments.map(({ extra = [] }) =>
    Object.fromEntries(
      extra.map(({ name, unit, values }) => [name, [unit, ...[...values].map(threePlaces)]]),
    ),
  )

const threePlaces = (value: number) => (Number.isNaN(value) ? null : Math.round(value * 1e3) / 1e3)

const gear = (event: number, data: number): FitMessageValue => ({
  global: 21,
  fields: [
    [253, 'uint32', START],
    [0, 'enum', event],
    [1, 'enum', 3],
    [3, 'uint32', data],
  ],
})

describe('extra fields of FIT samples', () => {
  test('are stored in the units of the FIT profile', () => {
    const fields: FitFieldValue[] = [
      [13, 'sint8', -4],
      [39, 'uint16', 812],
      [41, 'uint16', 2453],
      [84, 'uint16', 5012],
      [85, 'uint16', 11_230],
      [83, 'uint16', 723],
      [108, 'uint16', 2745],
      [139, 'uint16', 3825],
      [43, 'uint8', 151],
      [57, 'uint16', 655],
      [54, 'uint16', 1234],
      [9, 'sint16', -725],
      [31, 'uint8', 3],
      [138, 'uint8', 88],
      [118, 'uint8', 64],
      [69, 'uint8', [10, 240]],
      [73, 'uint32', 4167],
      [5, 'uint32', 123_456],
    ]
    expect(streams([at(0, ...fields)])).toEqual([
      {
        temperature: ['°C', -4],
        vertical_oscillation: ['mm', 81.2],
        stance_time: ['ms', 245.3],
        stance_time_balance: ['%', 50.12],
        step_length: ['mm', 1123],
        vertical_ratio: ['%', 7.23],
        respiration_rate: ['/min', 27.45],
        core_temperature: ['°C', 38.25],
        left_torque_effectiveness: ['%', 75.5],
        muscle_oxygen: ['%', 65.5],
        hemoglobin: ['g/dL', 12.34],
        grade: ['%', -7.25],
        gps_accuracy: ['m', 3],
        stamina: ['%', 88],
        ebike_battery: ['%', 64],
        left_power_phase_start: ['°', 14.063],
        left_power_phase_end: ['°', 337.5],
        speed: ['m/s', 4.167],
        distance: ['m', 1234.56],
      },
    ])
  })

  test('give the share of the left leg, whichever leg the device recorded', () => {
    const balances = [0x80 | 52, 45, 0xff]
    expect(
      streams(
        balances.map((value, second) => at(second, [30, 'uint8', value === 255 ? null : value])),
      ),
    ).toEqual([{ left_balance: ['%', 48, 45, null] }])
  })

  test('prefer the more precise of two fields with the same meaning, in either order', () => {
    const both: FitFieldValue[] = [
      [99, 'uint8', 27],
      [108, 'uint16', 2745],
    ]
    const files = [both, both.toReversed(), both.slice(0, 1)]
    expect(files.map((fields) => streams([at(0, ...fields)])[0]?.respiration_rate)).toEqual([
      ['/min', 27.45],
      ['/min', 27.45],
      ['/min', 27],
    ])
  })

  test('exist only for segments that have a value', () => {
    const stop = { ...gear(0, 0), fields: [...gear(0, 0).fields] }
    const [time, event, , data] = stop.fields
    if (!time || !event || !data) throw new Error('an event has four fields')
    const stopped = {
      global: 21,
      fields: [[253, 'uint32', START + 2], event, [1, 'enum', 4], data],
    }
    const [first, second] = streams([
      at(0, [13, 'sint8', 20]),
      at(1, [13, 'sint8', null]),
      stopped as FitMessageValue,
      at(3, [13, 'sint8', null]),
    ])
    expect(first).toEqual({ temperature: ['°C', 20, null] })
    expect(second).toEqual({})
    expect(read([at(0)]).segments[0]).not.toHaveProperty('extra')
  })

  test('follow their points when these are sorted or dropped', () => {
    const unplaced = record({ time: START + 2 }, [13, 'sint8', 22])
    expect(streams([at(3, [13, 'sint8', 23]), unplaced, at(1, [13, 'sint8', 21])])).toEqual([
      { temperature: ['°C', 21, 23] },
    ])
  })

  test('contain the most recent gears', () => {
    const teeth = 11 + 256 * 14 + 256 ** 2 * 2 + 256 ** 3 * 50
    expect(streams([at(0), gear(43, teeth), at(1), gear(42, 12 + 256 ** 2), at(2)])).toEqual([
      {
        rear_gear: [null, null, 11, 12],
        rear_gear_teeth: [null, null, 14, null],
        front_gear: [null, null, 2, 1],
        front_gear_teeth: [null, null, 50, null],
      },
    ])
  })
})

describe('developer fields', () => {
  const withDeveloper = (...values: FitMessageValue['developerFields'] & {}): FitMessageValue => ({
    ...at(0),
    developerFields: values,
  })

  test('have the name, unit and scale from their description', () => {
    const unit: FitFieldValue = [8, 'string', 'kN/m']
    const scale: FitFieldValue = [6, 'uint8', 10]
    const messages = [
      withFields(developerField(0, 1, 'Leg Spring Stiffness', 'float32'), unit),
      withFields(developerField(0, 2, 'Sweat', 'uint16'), scale, [7, 'sint8', 5]),
      withDeveloper([1, 0, 'float32', 11.25], [2, 0, 'uint16', 300]),
    ]
    expect(streams(messages)).toEqual([
      { 'Leg Spring Stiffness': ['kN/m', 11.25], Sweat: [null, 25] },
    ])
    expect(read(messages).segments[0]?.extra?.every(({ isOwn }) => isOwn)).toBe(true)
  })

  test('that replace one of the seven columns are not extra fields', () => {
    const messages = [developerField(0, 1, 'heart_rate'), withDeveloper([1, 0, 'uint8', 140])]
    expect(streams(messages)).toEqual([{}])
    expect(read(messages).segments[0]?.hr[0]).toBe(140)
  })

  test('without a name, or with text values, are dropped', () => {
    const messages = [
      developerField(0, 1, ''),
      developerField(0, 2, ' \u0001\n', 'uint8'),
      developerField(0, 3, 'Words', 'string'),
      withDeveloper([1, 0, 'uint8', 1], [2, 0, 'uint8', 2], [3, 0, 'string', 'abc']),
    ]
    expect(streams(messages)).toEqual([{}])
  })

  test('are limited in number, and their names in length', () => {
    const numbers = Array.from({ length: 60 }, (_, number) => number)
    const name = (number: number) => `${number} ${'x'.repeat(100)}`
    const [found = {}] = streams([
      ...numbers.map((number) => developerField(0, number, name(number))),
      withDeveloper(...numbers.map((number) => [number, 0, 'uint8', number] as const)),
    ])
    expect(Object.keys(found)).toHaveLength(MAX_STREAMS)
    expect(Math.max(...Object.keys(found).map(({ length }) => length))).toBe(60)
  })
})
