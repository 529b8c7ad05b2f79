import { describe, expect, test } from 'bun:test'
import { readFit } from '@/domain/tracks/formats/fit/fit'
import type { Track } from '@/domain/tracks/track'
import {
  chain,
  developerField,
  FIT_EPOCH,
  type FitFieldValue,
  type FitMessageValue,
  type FitSample,
  fitFile,
  fitTime,
  record,
  timerStop,
  wrap,
} from '../../../support/tracks/fit'

const START = fitTime('2024-06-01T08:00:00Z')
const OPTIONS = { segmentsCreationEvent: 'only_manual', acceptWithoutGps: false } as const

const sample = (second: number): FitSample => ({ time: START + second, lat: 48, lon: 2 })
const at = (second: number, ...more: FitFieldValue[]) => record(sample(second), ...more)

const seconds = (track: Track) =>
  track.segments.map(({ time }) => [...time].map((t) => t / 1e6 - FIT_EPOCH - START))
const secondsOf = (file: Uint8Array) => seconds(readFit(file, OPTIONS))
const columnOf = (messages: readonly FitMessageValue[], name: 'hr' | 'cadence' | 'power' | 'ele') =>
  readFit(fitFile(messages), OPTIONS).segments.flatMap((segment) => [...segment[name]])

const three = fitFile([at(0), at(1), at(2)])

describe('FIT header', () => {
  const refused = (file: Uint8Array) =>
    expect(() => readFit(file, OPTIONS)).toThrow('error when parsing fit file')
  const changed = (at: number, byte: number) => three.with(at, byte)

  test('may have 12 or 14 bytes, or more in a future version', () => {
    expect(secondsOf(fitFile([at(0), at(1)], { headerSize: 12 }))).toEqual([[0, 1]])
    const body = three.subarray(14, -2)
    const longer = wrap(new Uint8Array([9, 9, ...body]), {})
    longer[0] = 16
    longer[4] = body.length & 255
    longer[5] = body.length >> 8
    expect(secondsOf(longer)).toEqual([[0, 1, 2]])
  })

  test('is rejected when empty, too short, of an impossible size or without its signature', () => {
    refused(new Uint8Array(0))
    refused(three.subarray(0, 11))
    refused(three.subarray(0, 13))
    refused(changed(0, 11))
    refused(changed(0, 13))
    refused(changed(8, 0))
    refused(changed(11, 'X'.charCodeAt(0)))
  })

  test('may have a wrong checksum, and so may the file', () => {
    expect(secondsOf(changed(12, 1))).toEqual([[0, 1, 2]])
    expect(secondsOf(fitFile([at(0), at(1)], { crc: 0xdead }))).toEqual([[0, 1]])
  })

  test('is read at the offset of a view into a larger buffer', () => {
    const buffer = new Uint8Array(three.length + 20).fill(7)
    buffer.set(three, 5)
    expect(secondsOf(buffer.subarray(5, 5 + three.length))).toEqual([[0, 1, 2]])
  })
})

describe('a damaged FIT file', () => {
  test('is used up to the point where it is cut off', () => {
    const recordSize = 1 + 12
    expect(secondsOf(three.subarray(0, -2))).toEqual([[0, 1, 2]])
    expect(secondsOf(three.subarray(0, -3))).toEqual([[0, 1]])
    expect(secondsOf(three.subarray(0, -2 - recordSize))).toEqual([[0, 1]])
    expect(secondsOf(three.subarray(0, -3 - recordSize))).toEqual([[0]])
  })

  test('is used up to a message without definition', () => {
    const body = three.subarray(14, -2)
    expect(secondsOf(wrap(new Uint8Array([...body, 0x05, 1, 2, 3])))).toEqual([[0, 1, 2]])
  })

  test('is used up to a definition that does not end', () => {
    const body = three.subarray(14, -2)
    for (const end of [
      [0x41],
      [0x41, 0, 0, 20, 0],
      [0x41, 0, 0, 20, 0, 2, 1, 4, 0x85],
      [0x61, 0, 0, 20, 0, 0],
      [0x61, 0, 0, 20, 0, 0, 1, 0, 1],
    ]) {
      expect(secondsOf(wrap(new Uint8Array([...body, ...end])))).toEqual([[0, 1, 2]])
    }
  })

  test('does not prevent the next chained file from being read', () => {
    const broken = wrap(new Uint8Array([...three.subarray(14, -2), 0x05, 1, 2, 3]))
    expect(secondsOf(chain(broken, fitFile([at(8)])))).toEqual([[0, 1, 2, 8]])
  })
})

describe('chained FIT files', () => {
  test('are read as one recording', () => {
    const second = fitFile([at(10), timerStop(START + 11, 0), at(12)])
    expect(secondsOf(chain(three, second))).toEqual([[0, 1, 2, 10], [12]])
  })

  test('are rejected when unreadable FIT data follows the first', () => {
    // A chained file with a damaged header. The wrong checksum suggests that the size may be wrong.
    const unsure = three.with(three.length - 1, 77)
    for (const bytes of [chain(three, three.with(9, 0)), chain(unsure, new Uint8Array(40))])
      expect(() => readFit(bytes, OPTIONS)).toThrow('error when parsing fit file')
  })

  test('are read when the bytes after the first are no FIT file', () => {
    for (const garbage of [new Uint8Array(1), new Uint8Array(40)])
      expect(secondsOf(chain(three, garbage))).toEqual([[0, 1, 2]])
  })

  test('do not share definitions, developer fields or the clock of compressed timestamps', () => {
    const undefinedThere = wrap(new Uint8Array([0, ...three.subarray(-14, -2)]))
    expect(secondsOf(chain(three, undefinedThere))).toEqual([[0, 1, 2]])
    const developed: FitMessageValue = { ...at(5), developerFields: [[1, 0, 'uint8', 77]] }
    const first = fitFile([developerField(0, 1, 'heart_rate'), developed])
    const hr = readFit(chain(first, fitFile([developed])), OPTIONS).segments[0]?.hr
    expect([...(hr ?? [])]).toEqual([77, Number.NaN])
    const timeless: FitMessageValue = { ...record({ lat: 48, lon: 2 }), compressedTime: 3 }
    const [segment] = readFit(chain(three, fitFile([timeless])), OPTIONS).segments
    expect(segment?.time[0]).toBe((FIT_EPOCH + 3) * 1e6)
  })
})

describe('FIT messages', () => {
  test('are the same in both byte orders', () => {
    const messages = [at(0), record({ ...sample(1), lat: -48.5, ele: 250, hr: 99, power: 301 })]
    const values = (bigEndian: boolean) => {
      const [segment] = readFit(fitFile(messages, { bigEndian }), OPTIONS).segments
      const { size, ...columns } = segment ?? { size: 0 }
      return Object.entries(columns).map(([name, column]) => [name, ...column])
    }
    expect(values(true).length).toBe(7)
    expect(values(true)).toEqual(values(false))
  })

  test('of unknown types and with unknown fields are skipped', () => {
    const unknown: FitMessageValue = {
      global: 0xff00,
      fields: [
        [253, 'uint32', START],
        [1, 'string', 'text'],
        [2, 'uint16', [1, 2, 3]],
      ],
    }
    const file = fitFile([
      unknown,
      at(0, [200, 'uint16', [1, 2, 3]], [201, 'string', 'abc']),
      unknown,
      at(1),
    ])
    expect(secondsOf(file)).toEqual([[0, 1]])
  })

  test('use the newest definition of their local type', () => {
    const layouts = Array.from({ length: 40 }, (_, i) =>
      record(sample(i), ...Array.from({ length: i % 20 }, () => [99, 'uint8', 1] as const)),
    )
    expect(secondsOf(fitFile(layouts))).toEqual([layouts.map((_, i) => i)])
  })

  test('with a compressed header continue the last timestamp, rolling over after 31 s', () => {
    const base = START - (START % 32)
    const compressed = (offset: number): FitMessageValue => ({
      ...record({ lat: 48, lon: 2 }),
      compressedTime: offset,
    })
    const file = fitFile([
      record({ time: base + 30, lat: 48, lon: 2 }),
      compressed(31),
      compressed(2),
      compressed(2),
      compressed(1),
    ])
    const [segment] = readFit(file, OPTIONS).segments
    const offsets = [...(segment?.time ?? [])].map((t) => t / 1e6 - FIT_EPOCH - base)
    expect(offsets).toEqual([30, 31, 34, 34, 65])
  })

  test('of any type advance the clock of compressed timestamps', () => {
    const base = START - (START % 32)
    const unknown: FitMessageValue = { global: 0xff01, fields: [[253, 'uint32', base + 64]] }
    const compressed: FitMessageValue = { ...record({ lat: 48, lon: 2 }), compressedTime: 5 }
    const [segment] = readFit(fitFile([unknown, compressed]), OPTIONS).segments
    expect(segment?.time[0]).toBe((FIT_EPOCH + base + 69) * 1e6)
  })
})

describe('FIT fields', () => {
  test.each([
    ['enum', 101],
    ['uint8', 101],
    ['uint8z', 101],
    ['sint8', -101],
    ['byte', 101],
    ['uint16', 40_000],
    ['uint16z', 40_000],
    ['sint16', -30_000],
    ['uint32', 4_000_000_000],
    ['uint32z', 4_000_000_000],
    ['sint32', -2_000_000_000],
    ['float32', 101.5],
    ['float64', 101.25],
    ['sint64', -5_000_000_000n],
    ['uint64', 5_000_000_000n],
    ['uint64z', 5_000_000_000n],
  ] as const)('of type %s have their number, or no value for the invalid value', (type, value) => {
    const messages = [at(0, [7, type, value]), at(1, [7, type, null])]
    expect(columnOf(messages, 'power')).toEqual([Number(value), Number.NaN])
    const swapped = readFit(fitFile(messages, { bigEndian: true }), OPTIONS)
    expect([...(swapped.segments[0]?.power ?? [])]).toEqual([Number(value), Number.NaN])
  })

  test('that are arrays have their first value', () => {
    expect(
      columnOf([at(0, [3, 'uint8', [90, 91]]), at(1, [3, 'uint8', [null, 91]])], 'hr'),
    ).toEqual([90, Number.NaN])
  })

  test('of a size that does not match their type have no value and do not affect other fields', () => {
    const bytes = (length: number) => new Uint8Array(length).fill(1)
    const messages = [
      at(0, [3, 'uint32', bytes(3)], [4, 'uint8', 60]),
      at(1, [3, 'uint16', bytes(1)], [4, 'uint8', 61]),
      at(2, [3, 'uint8', bytes(0)], [4, 'uint8', 62]),
      at(3, [3, 'string', '150'], [4, 'uint8', 63]),
    ]
    expect(columnOf(messages, 'hr')).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
    expect(columnOf(messages, 'cadence')).toEqual([60, 61, 62, 63])
  })

  test('with infinite numbers have no value', () => {
    const infinite = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const messages = infinite.map((value, i) => at(i, [7, 'float32', value]))
    expect(columnOf(messages, 'power')).toEqual([Number.NaN, Number.NaN])
  })

  test('with an impossible time or position produce no point', () => {
    const tooLate = record({ lat: 48, lon: 2 }, [253, 'uint64', 2n ** 40n])
    const tooFar = record({ time: START + 1 }, [0, 'float64', 1e300], [1, 'sint32', 5])
    expect(secondsOf(fitFile([at(0), tooLate, tooFar, at(2)]))).toEqual([[0, 2]])
  })

  test('that occur twice use the first value', () => {
    expect(columnOf([at(0, [3, 'uint8', 90], [3, 'uint8', 91])], 'hr')).toEqual([90])
  })
})

describe('FIT developer fields', () => {
  const developed = (
    second: number,
    ...fields: NonNullable<FitMessageValue['developerFields']>
  ) => ({
    ...at(second),
    developerFields: fields,
  })

  test('replace a missing sensor of the same name, without scale', () => {
    const messages = [
      developerField(0, 1, 'power', 'uint16'),
      developerField(0, 2, 'cadence', 'float32'),
      developerField(3, 1, 'enhanced_altitude', 'float32'),
      developed(0, [1, 0, 'uint16', 321], [2, 0, 'float32', 80.5], [1, 3, 'float32', 812.5]),
    ]
    expect(columnOf(messages, 'power')).toEqual([321])
    expect(columnOf(messages, 'cadence')).toEqual([80])
    expect(columnOf(messages, 'ele')).toEqual([812.5])
  })

  test('do not replace a field of the profile', () => {
    const both: FitMessageValue = {
      ...record({ ...sample(0), power: 200 }),
      developerFields: [[1, 0, 'uint16', 321]],
    }
    expect(columnOf([developerField(0, 1, 'power', 'uint16'), both], 'power')).toEqual([200])
  })

  test('with another name, in other case or without description are skipped', () => {
    const messages = [
      developerField(0, 1, 'Power', 'uint16'),
      developed(0, [1, 0, 'uint16', 321], [9, 7, 'uint32', 1]),
      at(1),
    ]
    expect(columnOf(messages, 'power')).toEqual([Number.NaN, Number.NaN])
  })
})
