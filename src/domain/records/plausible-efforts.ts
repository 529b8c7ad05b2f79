import { MAX_POWER } from '@/domain/reference/human-limits'

/** The values of an effort that its limit depends on, in the units of `Effort`. */
interface MeasuredEffort {
  readonly kind: string
  readonly target: number
  readonly value: number
  readonly elapsed: number
}

/** Ways of moving whose greatest speeds are known. */
export type Locomotion = 'foot' | 'bicycle' | 'swimming'

/**
 * The greatest plausible average speeds: distances in metres, and metres per second. They are a little above everything
 * that people have done without a motor. On foot: the world records of World Athletics over 400 m (43.03 s), 1,000 m
 * (2:11.96), 10,000 m (26:11.00), the marathon (2:00:35) and 100 km (6:05:35), and four percent. Swimming: the record of
 * World Aquatics over 400 m (3:39.96), and a current of half a metre per second. On a bicycle: descents of mountain
 * passes, and the UCI hour record (56.792 km) with wind or a group behind the rider.
 */
const FASTEST: Readonly<Record<Locomotion, readonly (readonly [metres: number, speed: number])[]>> =
  {
    foot: [
      ...([[400, 9.7] as const, [1000, 7.9] as const, [10_000, 6.65] as const] as const),
      ...([[42_195, 6.1] as const, [100_000, 4.8] as const] as const),
    ],
    bicycle: [
      [1000, 36],
      [10_000, 24],
      [50_000, 19],
      [100_000, 17],
    ],
    swimming: [
      [400, 2.4],
      [10_000, 2.1],
    ],
  }

/**
 * The greatest plausible speeds of a moment, in metres per second: a sprint (Bolt's 12.4 m/s in Berlin 2009), the steepest
 * paved descents, and a start from the block.
 */
export const TOP_SPEEDS: Readonly<Record<Locomotion, number>> = {
  foot: 12.5,
  bicycle: 42,
  swimming: 4,
}

/** The greatest plausible mean speed of a minute, in metres per second: that of the shortest known distance. */
export const minuteSpeedOf = (locomotion: Locomotion): number => limitAt(FASTEST[locomotion], 0)

/** Watts above the best that professional cyclists have published, by seconds. */
const STRONGEST: readonly (readonly [seconds: number, watts: number])[] = [
  [1, MAX_POWER],
  [60, 1100],
  [300, 650],
  [3600, 500],
]

/**
 * Whether no human can have made an effort, so that the receiver, the sensor or the sport is probably wrong. Heart rates
 * and climbing speeds have no limit.
 */
export function isImplausible(
  { kind, target, value, elapsed }: MeasuredEffort,
  locomotion: Locomotion | undefined,
): boolean {
  if (kind === 'power') return value > limitAt(STRONGEST, target)
  if (locomotion === undefined || (kind !== 'distance' && kind !== 'duration')) return false
  const metres = kind === 'distance' ? target : value
  return metres / elapsed > limitAt(FASTEST[locomotion], metres)
}

/** Interpolates a limit with the logarithm of what it depends on; constant before the first and after the last entry. */
function limitAt(limits: readonly (readonly [number, number])[], at: number): number {
  const next = limits.findIndex(([known]) => known >= at)
  const [x1, y1] = limits[next < 0 ? limits.length - 1 : next] ?? [0, Number.POSITIVE_INFINITY]
  const before = next > 0 ? limits[next - 1] : undefined
  if (!before) return y1
  const [x0, y0] = before
  return y0 + ((y1 - y0) * Math.log(at / x0)) / Math.log(x1 / x0)
}
