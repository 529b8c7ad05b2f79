import type { Trace } from '@/domain/analysis/placed-course'
import type { Plane, PlanePath } from './plane-path'

/** Maximum metres between the line of a segment and a track that follows it. */
export const MAX_AWAY = 60

/** Metres between samples. Those of devices that save memory may be hundreds of metres apart; they are interpolated. */
const SPACING = 20
/** Maximum gaps in metres over which a track is interpolated: within a recorded part, and between two of them. */
const MAX_STEP = 1000
const MAX_PAUSE_STEP = 200

/** The samples of a track near a segment, at most `SPACING` apart, on the plane of the segment. */
export class SampledTrack {
  readonly #x: number[] = []
  readonly #y: number[] = []
  readonly #seconds: number[] = []
  readonly #broken = new Set<number>()
  readonly #box: { west: number; east: number; south: number; north: number }

  constructor({ course, lat, lon }: Trace, { toX, toY }: Plane, path: PlanePath) {
    this.#box = boxAround(path)
    const breaks = new Set(course.breaks)
    let previous: Sample | undefined
    let isConnected = false
    for (let i = 0; i < course.size; i++) {
      const sample = { x: toX(lon[i] ?? 0), y: toY(lat[i] ?? 0), seconds: course.seconds[i] ?? 0 }
      const limit = breaks.has(i) ? MAX_PAUSE_STEP : MAX_STEP
      if (previous && this.#isNear(previous, sample) && lengthOf(previous, sample) <= limit) {
        if (!isConnected) this.#begin(previous)
        this.#addStep(previous, sample)
        isConnected = true
      } else isConnected = false
      previous = sample
    }
  }

  get size(): number {
    return this.#x.length
  }
  get x(): readonly number[] {
    return this.#x
  }
  get y(): readonly number[] {
    return this.#y
  }
  /** Seconds since the first point of the track. */
  get seconds(): readonly number[] {
    return this.#seconds
  }

  /** Whether a sample does not continue the previous one. */
  isBroken(i: number): boolean {
    return this.#broken.has(i)
  }

  #begin(sample: Sample): void {
    this.#broken.add(this.#x.length)
    this.#add(sample)
  }

  #add({ x, y, seconds }: Sample): void {
    this.#x.push(x)
    this.#y.push(y)
    this.#seconds.push(seconds)
  }

  /** Adds the samples of a step after its first one. */
  #addStep(from: Sample, to: Sample): void {
    const parts = Math.max(1, Math.ceil(lengthOf(from, to) / SPACING))
    for (let part = 1; part <= parts; part++) {
      const share = part / parts
      this.#add({
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
        seconds: from.seconds + (to.seconds - from.seconds) * share,
      })
    }
  }

  /** Whether a step may be near the segment. */
  #isNear(from: Sample, to: Sample): boolean {
    const { west, east, south, north } = this.#box
    return (
      Math.max(from.x, to.x) >= west &&
      Math.min(from.x, to.x) <= east &&
      Math.max(from.y, to.y) >= south &&
      Math.min(from.y, to.y) <= north
    )
  }
}

/** A position on the plane of a segment at a time, in seconds since the first point of the track. */
interface Sample {
  x: number
  y: number
  seconds: number
}

const lengthOf = (from: Sample, to: Sample): number => Math.hypot(to.x - from.x, to.y - from.y)

function boxAround({ x, y }: PlanePath) {
  let [west, east, south, north] = [x[0] ?? 0, x[0] ?? 0, y[0] ?? 0, y[0] ?? 0]
  for (const [j, value] of x.entries()) {
    west = Math.min(west, value)
    east = Math.max(east, value)
    south = Math.min(south, y[j] ?? 0)
    north = Math.max(north, y[j] ?? 0)
  }
  return {
    west: west - MAX_AWAY,
    east: east + MAX_AWAY,
    south: south - MAX_AWAY,
    north: north + MAX_AWAY,
  }
}
