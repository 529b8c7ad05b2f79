import { describe, expect, test } from 'bun:test'
import { judge, type Sample } from '../../hard/soak-samples'

const TEN_MINUTES = Array.from({ length: 61 }, (_, index) => index * 10)

/** Samples of a server that holds what `at` says at each moment. */
const samples = (at: (seconds: number) => Partial<Sample>): Sample[] =>
  TEN_MINUTES.map((seconds) => ({
    ...{ seconds, residentMb: 120, anonymousMb: 60, walMb: 4, descriptors: 30 },
    ...at(seconds),
  }))

describe('a soak', () => {
  test('finds nothing where everything stays as it is', () => {
    expect(judge(samples(() => ({})))).toEqual({
      ...{ mbPerHour: 0, mostWalMb: 4, moreDescriptors: 0, problems: [] },
    })
  })

  test('tells memory that grows by the hour, through noise', () => {
    const found = judge(
      samples((seconds) => ({ residentMb: 120 + seconds / 90 + (seconds % 20 === 0 ? 2 : -2) })),
    )
    expect(found.mbPerHour).toBeCloseTo(40, 0)
    expect(found.problems).toEqual(['memory grows by more than 30 MB an hour'])
  })

  test('lets memory grow while the server warms up', () => {
    const found = judge(samples((seconds) => ({ residentMb: Math.min(seconds, 119) })))
    expect(found.problems).toEqual([])
  })

  test('tells a log that was too large at any time', () => {
    const found = judge(samples((seconds) => ({ walMb: seconds === 30 ? 65 : 4 })))
    expect(found.problems).toEqual(['the write-ahead log passes 64 MB'])
  })

  test('tells descriptors that stay open, not those of a moment', () => {
    const leaking = judge(samples((seconds) => ({ descriptors: 30 + seconds / 50 })))
    expect(leaking.problems).toEqual(['descriptors are left open'])
    const busy = judge(samples((seconds) => ({ descriptors: seconds === 590 ? 90 : 30 })))
    expect(busy.problems).toEqual([])
  })
})
