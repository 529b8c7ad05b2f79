import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findFastestInterval, findGreatestGain, Line } from '@/domain/analysis/fastest-interval'
import { runs } from '../../support/properties'

type Which = 'first' | 'last'

/** The value at a position: the first or last one, where several points have the same position. */
function valueAt({ along, value }: Line, place: number, which: Which): number {
  const isThere = (at: number) => at === place
  const there = which === 'first' ? along.findIndex(isThere) : along.findLastIndex(isThere)
  if (there >= 0) return value[there] ?? Number.NaN
  const next = along.findIndex((at) => at > place)
  const [a, b] = [along[next - 1] ?? Number.NaN, along[next] ?? Number.NaN]
  const from = value[next - 1] ?? Number.NaN
  return from + ((place - a) / (b - a)) * ((value[next] ?? 0) - from)
}

/** The changes over all intervals that begin or end at one of the points. */
function changesOf(line: Line, length: number, isTimed: boolean): number[] {
  const { along, value } = line
  const [start, whole] = [along[0] ?? 0, along.at(-1) ?? 0]
  return Array.from(along).flatMap((at, i) => {
    const isLeft = !isTimed || along[i + 1] !== at
    const isReached = !isTimed || along[i - 1] !== at
    const here = value[i] ?? 0
    return [
      ...(isLeft && at + length <= whole
        ? [valueAt(line, at + length, isTimed ? 'first' : 'last') - here]
        : []),
      ...(isReached && at - length >= start
        ? [here - valueAt(line, at - length, isTimed ? 'last' : 'first')]
        : []),
    ]
  })
}

/** Integers, so that many intervals are equally good; one part is better than the rest. */
const someLine = (least: number) =>
  fc
    .record({
      lengths: fc.array(fc.constantFrom(0, 1, 1, 1, 1, 1, 2, 3, 40), {
        ...{ minLength: 1, maxLength: 300, size: 'max' },
      }),
      changes: fc.array(fc.integer({ min: least, max: 6 }), {
        ...{ minLength: 300, maxLength: 300 },
      }),
      turn: fc.nat(300),
    })
    .map(({ lengths, changes, turn }) => {
      const [along, value] = [new Float64Array(lengths.length), new Float64Array(lengths.length)]
      for (let i = 1; i < along.length; i++) {
        along[i] = (along[i - 1] ?? 0) + (lengths[i] ?? 0)
        value[i] = (value[i - 1] ?? 0) + (changes[i] ?? 0) + (i < turn ? 4 : 0)
      }
      return new Line(along, value)
    })

const someLength = fc.constantFrom(1, 2, 7.5, 30, 100, 250)

test('greatestGain returns the largest gain of all intervals that begin or end at a point', () => {
  fc.assert(
    fc.property(someLine(-8), someLength, (line, length) => {
      const changes = changesOf(line, length, false)
      const found = findGreatestGain(line, length)
      if (changes.length === 0) return expect(found).toBeUndefined()
      expect(found?.value).toBeCloseTo(Math.max(...changes), 9)
    }),
    runs(300),
  )
})

describe('fastestStretch', () => {
  test('has the shortest time of all intervals that begin or end at a point', () => {
    fc.assert(
      fc.property(someLine(0), someLength, (line, length) => {
        const changes = changesOf(line, length, true)
        const found = findFastestInterval(line, length)
        if (changes.length === 0) return expect(found).toBeUndefined()
        expect(found?.value).toBeCloseTo(Math.min(...changes), 9)
      }),
      runs(300),
    )
  })

  test('has a matching start', () => {
    fc.assert(
      fc.property(someLine(0), someLength, (line, length) => {
        const found = findFastestInterval(line, length)
        if (!found) return
        const took = valueAt(line, found.from + length, 'first') - valueAt(line, found.from, 'last')
        expect(took).toBeCloseTo(found.value, 9)
      }),
      runs(300),
    )
  })
})
