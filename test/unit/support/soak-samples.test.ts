import { describe, expect, test } from 'bun:test'
import { judgeSamples, type Sample } from '../../hard/soak-samples'

const TEN_MINUTES = Array.from({ length: 61 }, (_, index) => index * 10)

/** Samples of a server that has the values of `at` at each moment. */
const samples = (at: (seconds: number) => Partial<Sample>): Sample[] =>
  TEN_MINUTES.map((seconds) => ({
    ...{ seconds, residentMb: 120, anonymousMb: 60, walMb: 4, descriptors: 30 },
    ...at(seconds),
  }))

describe('the analysis of a soak test', () => {
  test('finds no problem when all values are constant', () => {
    expect(judgeSamples(samples(() => ({})))).toEqual({
      ...{ mbPerHour: 0, mostWalMb: 4, moreDescriptors: 0, problems: [] },
    })
  })

  test('reports memory that grows every hour, despite noise', () => {
    const found = judgeSamples(
      samples((seconds) => ({ residentMb: 120 + seconds / 90 + (seconds % 20 === 0 ? 2 : -2) })),
    )
    expect(found.mbPerHour).toBeCloseTo(40, 0)
    expect(found.problems).toEqual(['memory grows by more than 30 MB an hour'])
  })

  test('allows memory to grow while the server warms up', () => {
    const found = judgeSamples(samples((seconds) => ({ residentMb: Math.min(seconds, 119) })))
    expect(found.problems).toEqual([])
  })

  test('reports a WAL that was too large at any time', () => {
    const found = judgeSamples(samples((seconds) => ({ walMb: seconds === 30 ? 65 : 4 })))
    expect(found.problems).toEqual(['the write-ahead log passes 64 MB'])
  })

  test('reports leaked descriptors, but not temporary ones', () => {
    const leaking = judgeSamples(samples((seconds) => ({ descriptors: 30 + seconds / 50 })))
    expect(leaking.problems).toEqual(['descriptors are left open'])
    const busy = judgeSamples(samples((seconds) => ({ descriptors: seconds === 590 ? 90 : 30 })))
    expect(busy.problems).toEqual([])
  })
})
