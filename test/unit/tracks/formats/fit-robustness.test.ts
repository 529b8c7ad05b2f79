import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readFit } from '@/domain/tracks/formats/fit/fit'
import type { FitOptions } from '@/domain/tracks/formats/fit/fit-options'
import type { Segment, Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { runs } from '../../../support/properties'
import { watchdog } from '../../../support/timing'
import {
  chain,
  developerField,
  FIT_EPOCH,
  type FitFileOptions,
  type FitMessageValue,
  fileId,
  fitFile,
  fitTime,
  record,
  session,
  timerStop,
  wrap,
} from '../../../support/tracks/fit'

const START = fitTime('2024-06-01T08:00:00Z')

const options = fc.record({
  segmentsCreationEvent: fc.constantFrom('all', 'only_manual', 'none'),
  acceptWithoutGps: fc.boolean(),
}) satisfies fc.Arbitrary<FitOptions>

const fileOptions: fc.Arbitrary<FitFileOptions> = fc.record({
  bigEndian: fc.boolean(),
  headerSize: fc.constantFrom(12, 14),
})

/** A file with some of every kind of message. */
const activity = (settings: FitFileOptions = {}): Uint8Array => {
  const messages: FitMessageValue[] = [
    fileId(1, 3121, 'Some Watch'),
    developerField(0, 1, 'power', 'uint16'),
  ]
  for (let i = 0; i < 60; i += 1) {
    const sample = record({
      time: START + i,
      lat: 48 + i / 1e4,
      lon: 2,
      ele: 100 + i,
      hr: 100 + i,
      distance: i * 3,
    })
    messages.push(i % 3 === 0 ? { ...sample, developerFields: [[1, 0, 'uint16', 200]] } : sample)
    if (i % 20 === 19) messages.push(timerStop(START + i, 0))
  }
  messages.push({ ...record({ hr: 99 }), compressedTime: 4 })
  messages.push(session({ start: START, end: START + 60, elapsed: 60, timer: 60, distance: 180 }))
  const file = fitFile(messages, settings)
  return chain(file, file)
}

const wellFormed = (track: Track): void => {
  expect(track.segments.length).toBeGreaterThan(0)
  for (const segment of track.segments) {
    const { time, lat, lon, ele, hr, cadence, power, size } = segment
    expect(size).toBeGreaterThan(0)
    for (const column of [time, lat, lon, ele, hr, cadence, power]) {
      expect(column.length).toBe(size)
    }
    for (let i = 1; i < size; i += 1) {
      expect(time[i] ?? Number.NaN).toBeGreaterThanOrEqual(time[i - 1] ?? Number.NaN)
    }
  }
}

const soon = await watchdog(() =>
  readFit(activity(), { segmentsCreationEvent: 'all', acceptWithoutGps: true }),
)

/** Reads `bytes`. Accepts a track or one of our errors, but no other exception. */
const readOrRefuse = (bytes: Uint8Array, chosen: FitOptions): Track | undefined => {
  try {
    const track = soon(() => readFit(bytes, chosen))
    wellFormed(track)
    return track
  } catch (error) {
    if (!(error instanceof TrackError)) throw error
    expect(['fitUnreadable', 'fitNoGps']).toContain(error.kind)
    return undefined
  }
}

describe('reading invalid FIT files', () => {
  test('gives a track or an error for any prefix of a file, and never more points', () => {
    const whole = activity()
    const points = (track: Track | undefined) =>
      track?.segments.reduce((sum, { size }) => sum + size, 0) ?? 0
    const chosen = { segmentsCreationEvent: 'all', acceptWithoutGps: true } as const
    let before = 0
    for (let length = 0; length <= whole.length / 2; length += 1) {
      const now = points(readOrRefuse(whole.subarray(0, length), chosen))
      expect(now).toBeGreaterThanOrEqual(before)
      before = now
    }
    expect(before).toBe(60)
  })

  test('gives a track or an error for any changed bytes', () => {
    const change = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.nat(255),
    )
    fc.assert(
      fc.property(
        fileOptions,
        options,
        fc.array(change, { maxLength: 30 }),
        (file, chosen, changes) => {
          const bytes = activity(file)
          for (const [place, byte] of changes) bytes[Math.floor(place * bytes.length)] = byte
          readOrRefuse(bytes, chosen)
        },
      ),
      runs(400),
    )
  })

  test('gives a track or an error when any part is removed or inserted', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        place,
        place,
        fc.uint8Array({ maxLength: 40 }),
        options,
        (a, b, extra, chosen) => {
          const bytes = activity()
          const [from, to] = [Math.min(a, b), Math.max(a, b)].map((x) =>
            Math.floor(x * bytes.length),
          )
          readOrRefuse(chain(bytes.subarray(0, from), extra, bytes.subarray(to)), chosen)
        },
      ),
      runs(400),
    )
  })

  test('gives a track or an error for any bytes after a valid header', () => {
    const likelyByte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 20, 21, 0x40, 0x60, 0x80, 253))
    fc.assert(
      fc.property(fc.array(likelyByte, { maxLength: 600 }), options, (body, chosen) => {
        readOrRefuse(wrap(Uint8Array.from(body)), chosen)
      }),
      runs(1000),
    )
  })

  test('gives a track or an error for any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), options, (bytes, chosen) => {
        readOrRefuse(bytes, chosen)
      }),
    )
  })

  test('handles a megabyte of empty messages quickly', () => {
    const body = new Uint8Array(1_000_000).fill(0x01)
    body.set([0x41, 0, 0, 20, 0, 0])
    const chosen = { segmentsCreationEvent: 'all', acceptWithoutGps: true } as const
    expect(readOrRefuse(wrap(body), chosen)).toBeUndefined()
  })

  test('rejects more than a million records', () => {
    const timeless: FitMessageValue = { global: 20, fields: [], compressedTime: 1 }
    const start = fitFile([record({ time: START }), timeless]).subarray(14, -2)
    const body = new Uint8Array(1_100_000).fill(start.at(-1) ?? 0)
    body.set(start)
    expect(() =>
      readFit(wrap(body), { segmentsCreationEvent: 'all', acceptWithoutGps: true }),
    ).toThrow('file contains too many points')
  })
})

interface Step {
  readonly time: number
  readonly stop: 'manual' | 'auto' | undefined
  readonly hr: number
}

/** The expected result, computed in the most obvious way. */
const expectedHr = (steps: readonly Step[], event: FitOptions['segmentsCreationEvent']) => {
  const segments: number[][] = [[]]
  for (const { stop, hr } of steps.toSorted((a, b) => a.time - b.time)) {
    if (stop === undefined) segments.at(-1)?.push(hr)
    else if (event === 'all' || (event === 'only_manual' && stop === 'manual')) segments.push([])
  }
  return segments.filter(({ length }) => length > 0)
}

describe('reading valid FIT files', () => {
  test('sorts the points between stops by time, for any order in the file', () => {
    const step = fc.record({
      time: fc.integer({ min: 0, max: 40 }),
      stop: fc.constantFrom('manual' as const, 'auto' as const, undefined, undefined, undefined),
      hr: fc.integer({ min: 0, max: 254 }),
    })
    const steps = fc.array(step, { maxLength: 60 }).filter((all) => all.some(({ stop }) => !stop))
    fc.assert(
      fc.property(steps, options, fileOptions, (all, chosen, file) => {
        const messages = all.map(({ time, stop, hr }) =>
          stop === undefined
            ? record({ time: START + time, lat: 48, lon: 2, hr })
            : timerStop(START + time, stop === 'manual' ? 0 : 1),
        )
        const hrOf = ({ hr }: Segment) => [...hr]
        expect(readFit(fitFile(messages, file), chosen).segments.map(hrOf)).toEqual(
          expectedHr(all, chosen.segmentsCreationEvent),
        )
      }),
    )
  })

  test('reconstructs the times of compressed headers that are less than 32 s apart', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(31), { minLength: 1, maxLength: 200 }), (gaps) => {
        let time = START
        const times = [START]
        const messages: FitMessageValue[] = [record({ time: START, lat: 48, lon: 2 })]
        for (const gap of gaps) {
          time += gap
          times.push(time)
          messages.push({ ...record({ lat: 48, lon: 2 }), compressedTime: time & 31 })
        }
        const [segment] = readFit(fitFile(messages), {
          segmentsCreationEvent: 'all',
          acceptWithoutGps: false,
        }).segments
        expect([...(segment?.time ?? [])]).toEqual(times.map((t) => (t + FIT_EPOCH) * 1e6))
      }),
    )
  })
})
