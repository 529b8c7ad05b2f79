import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { StreamError } from '@/domain/tracks/streams/bytes'
import { decodeExtra, encodeExtra, listExtra } from '@/domain/tracks/streams/extra-blob'
import type { ExtraColumn } from '@/domain/tracks/track'
import { runs } from '../../../support/properties'

const column = (
  name: string,
  values: readonly number[],
  unit: string | null = '°C',
): ExtraColumn => ({
  ...{ name, unit, isOwn: unit === null },
  values: Float32Array.from(values),
})

const THREE = [
  column('temperature', [20, 20.5, Number.NaN]),
  column('Größe ☂', [0.1, -7, 1e9], null),
  column('grade', [Number.NaN, 3.25, -0.01], '%'),
]

const encoded = (extra: readonly ExtraColumn[]) => encodeExtra(extra[0]?.values.length ?? 0, extra)

describe('extra columns of a segment', () => {
  test('round-trip bit by bit, with their names and units', () => {
    const value = fc.oneof(
      fc.constant(Number.NaN),
      fc.float({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -5000, max: 60_000 }).map((count) => count / 100),
      fc.integer({ min: 0, max: 255 }).map((count) => count / 0.7111111),
    )
    const columns = fc.integer({ min: 1, max: 60 }).chain((size) =>
      fc.array(fc.tuple(fc.string(), fc.array(value, { minLength: size, maxLength: size })), {
        minLength: 1,
        maxLength: 6,
      }),
    )
    fc.assert(
      fc.property(columns, (made) => {
        const extra = made.map(([name, values]) => column(name, values))
        const found = decodeExtra(encoded(extra) ?? new Uint8Array())
        expect(found.map(({ name, unit, isOwn }) => ({ name, unit, isOwn }))).toEqual(
          extra.map(({ name, unit, isOwn }) => ({ name, unit, isOwn })),
        )
        for (const [index, { values }] of extra.entries())
          expect([...values].every((each, i) => Object.is(each, found[index]?.values[i]))).toBe(
            true,
          )
      }),
      runs(150),
    )
  })

  test('take no bytes when a file has none', () => {
    expect(encodeExtra(3, undefined)).toBeUndefined()
    expect(encodeExtra(3, [])).toBeUndefined()
  })

  test('can be listed, and read one at a time', () => {
    const blob = encoded(THREE) ?? new Uint8Array()
    expect(listExtra(blob)).toEqual(THREE.map(({ values: _, ...stream }) => stream))
    const [grade, ...others] = decodeExtra(blob, ({ name }) => name === 'grade')
    expect(others).toEqual([])
    expect([...(grade?.values ?? [])]).toEqual([...(THREE[2]?.values ?? [])])
  })

  test('are rejected when truncated anywhere', () => {
    const blob = encoded(THREE) ?? new Uint8Array()
    for (let length = 0; length < blob.length; length++)
      expect(() => decodeExtra(blob.subarray(0, length))).toThrow(StreamError)
  })
})
