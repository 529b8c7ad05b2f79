import { describe, expect, test } from 'bun:test'
import { findEfforts } from '@/domain/segments/match-segment'
import { lineOfTrace, type SegmentPosition } from '@/domain/segments/segment-line'
import {
  type Metres,
  movedSideways,
  type Recording,
  randomNumbers,
  record,
  toPositions,
  windingRoad,
} from '../../support/noisy-tracks'

const everySecond = () => 1
/** A device that saves memory. */
const rarely = (random: () => number) => 4 + random() * 16

const NO_NOISE: Recording = { speed: 6, noise: 0, interval: everySecond }

/** A way along a road, and where it passes the whole segment: the metres along the way of its start and end. */
interface Case {
  way: Metres[]
  passes: { start: number; end: number }[]
}

/** A road with a segment from one metre of it to another. */
interface Scene {
  road: Metres[]
  from: number
  to: number
}

const bump = (i: number, from: number, to: number, height: number) =>
  i < from || i > to ? 0 : height * Math.sin((Math.PI * (i - from)) / (to - from))

/** Ways back to the start of the road that stay far away from it. */
const wayBack = (road: readonly Metres[]) =>
  movedSideways(road.toReversed(), (i) => 500 * Math.min(1, i / 300, (road.length - 1 - i) / 300))

const CASES: Record<string, (scene: Scene, random: () => number) => Case> = {
  'passes it': ({ road, from, to }) => ({ way: road, passes: [{ start: from, end: to }] }),
  'goes there and back': ({ road, from, to }) => ({
    way: [...road, ...road.toReversed()],
    passes: [{ start: from, end: to }],
  }),
  'passes it twice': ({ road, from, to }) => {
    const lap = [...road, ...wayBack(road)]
    return {
      way: [...lap, ...road],
      passes: [0, lap.length].map((at) => ({ start: at + from, end: at + to })),
    }
  },
  'starts and ends close to its ends': ({ road, from, to }) => ({
    way: road.slice(from - 30, to + 30),
    passes: [{ start: 30, end: 30 + to - from }],
  }),
  'goes the other way': ({ road }) => ({ way: road.toReversed(), passes: [] }),
  'leaves it in the middle': ({ road, from, to }, random) => {
    const width = (to - from) * 0.6
    const middle = (from + to) / 2
    const side = random() < 0.5 ? 1 : -1
    const height = side * (180 + 300 * random())
    return {
      way: movedSideways(road, (i) => bump(i, middle - width / 2, middle + width / 2, height)),
      passes: [],
    }
  },
  'follows a parallel road': ({ road }, random) => {
    const away = (random() < 0.5 ? 1 : -1) * (110 + 100 * random())
    return { way: movedSideways(road, () => away), passes: [] }
  },
  'joins it late': ({ road, from }, random) => ({
    way: road.slice(from + 150 + Math.floor(100 * random())),
    passes: [],
  }),
  'stops before its end': ({ road, to }, random) => ({
    way: road.slice(0, to - 150 - Math.floor(100 * random())),
    passes: [],
  }),
  'turns back before its end': ({ road, to }) => {
    const way = road.slice(0, to - 170)
    return { way: [...way, ...way.toReversed()], passes: [] }
  },
}

function makeScene(random: () => number): Scene {
  const length = 500 + Math.floor(random() * 3000)
  const from = 300 + Math.floor(random() * 1500)
  return {
    road: windingRoad(random, from + length + 300 + Math.floor(random() * 1500)),
    ...{ from, to: from + length },
  }
}

/** Seconds by which a time may be wrong for the effort to count as the right one. */
const TOLERANCE = 60

/** How somebody travels who stops on some segments, with any usual device. */
const someRecording = (random: () => number, from: number): Recording => ({
  speed: 2.5 + random() * 8,
  noise: 5 + random() * 10,
  interval: random() < 0.3 ? rarely : everySecond,
  stops: random() < 0.3 ? [{ at: from + 200, seconds: 120 }] : [],
})

/** Compares what is found in generated tracks with the passes that they were generated from. */
function compareWithTruth(rounds: number, drawLine: typeof exactLine) {
  const counted = { found: 0, expected: 0, right: 0 }
  const errors: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const [name, makeCase] of Object.entries(CASES)) {
      const random = randomNumbers(round * 1000 + name.length)
      const scene = makeScene(random)
      const { way, passes } = makeCase(scene, random)
      const { trace, timeAt } = record(way, someRecording(random, scene.from), random)
      const found = findEfforts(drawLine(scene, random), trace)
      const right = passes.flatMap(({ start, end }) => {
        const [from, to] = [timeAt(start), timeAt(end)]
        return found
          .filter((each) => Math.abs(each.start - from) + Math.abs(each.end - to) < TOLERANCE)
          .slice(0, 1)
          .map((each) => Math.abs(each.end - each.start - (to - from)))
      })
      counted.found += found.length
      counted.expected += passes.length
      counted.right += right.length
      errors.push(...right)
    }
  return {
    passes: counted.expected,
    recall: counted.right / counted.expected,
    precision: counted.right / counted.found,
    /** Median error of the elapsed time, seconds. */
    error: errors.toSorted((a, b) => a - b)[errors.length >> 1] ?? Number.NaN,
  }
}

const exactLine = ({ road, from, to }: Scene, _: () => number): SegmentPosition[] =>
  toPositions(road.slice(from, to + 1))

/** The line as it is selected on a recording, which has errors, too. */
function recordedLine({ road, from, to }: Scene, random: () => number): SegmentPosition[] {
  const { trace } = record(
    road,
    { speed: 5, noise: 5 + random() * 5, interval: everySecond },
    random,
  )
  const scale = (trace.course.metres.at(-1) ?? 0) / (road.length - 1)
  return lineOfTrace(trace, { from: from * scale, to: to * scale }).positions
}

describe('finds passes in tracks with 5 to 15 m of noise', () => {
  const LINES = { 'an exact line': exactLine, 'the line of another recording': recordedLine }
  test.each(Object.entries(LINES))('along %s', (name, drawLine) => {
    const { passes, recall, precision, error } = compareWithTruth(40, drawLine)
    console.info(
      `${name}: ${passes} passes, recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, ` +
        `median error of the elapsed time ${error.toFixed(1)} s`,
    )
    expect(recall).toBeGreaterThanOrEqual(0.98)
    expect(precision).toBeGreaterThanOrEqual(0.98)
    expect(error).toBeLessThan(4)
  })
})

describe('without noise', () => {
  const scene = makeScene(randomNumbers(7))
  const find = (name: keyof typeof CASES, recording: Partial<Recording> = {}) => {
    const random = randomNumbers(8)
    const { way, passes } = CASES[name]?.(scene, random) ?? { way: [], passes: [] }
    const { trace, timeAt } = record(way, { ...NO_NOISE, ...recording }, random)
    const expected = passes.map(({ start, end }) => ({ start: timeAt(start), end: timeAt(end) }))
    return { found: findEfforts(exactLine(scene, random), trace), expected }
  }

  test.each(Object.keys(CASES))('somebody who %s', (name) => {
    const { found, expected } = find(name)
    expect(found).toHaveLength(expected.length)
    for (const [i, { start, end }] of found.entries()) {
      expect(Math.abs(start - (expected[i]?.start ?? 0))).toBeLessThan(0.2)
      expect(Math.abs(end - (expected[i]?.end ?? 0))).toBeLessThan(0.2)
    }
  })

  test('the times are between those of samples that are 13 seconds apart', () => {
    const { found, expected } = find('passes it', { interval: () => 13 })
    expect(found).toHaveLength(1)
    expect(Math.abs((found[0]?.start ?? 0) - (expected[0]?.start ?? 0))).toBeLessThan(1)
    expect(Math.abs((found[0]?.end ?? 0) - (expected[0]?.end ?? 0))).toBeLessThan(1)
  })

  test('waiting at the start does not count, a stop on the way does', () => {
    const stops = [
      { at: scene.from - 5, seconds: 300 },
      { at: scene.from + 250, seconds: 100 },
    ]
    const { found, expected } = find('passes it', { stops })
    expect(found).toHaveLength(1)
    const [first] = found
    expect((first?.end ?? 0) - (first?.start ?? 0)).toBeCloseTo(
      (expected[0]?.end ?? 0) - (expected[0]?.start ?? 0),
      0,
    )
  })
})
