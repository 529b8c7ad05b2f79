import {
  type FitFieldValue,
  type FitMessageValue,
  fileId,
  fitFile,
  lap,
  poolLength,
  record,
  session,
  withFields,
} from './fit'

/** Strokes of the FIT profile. */
const STROKES = { freestyle: 0, backstroke: 1, breaststroke: 2, butterfly: 3, drill: 4 }

const GARMIN = 1
const POOL = { swimming: 5, lapSwimming: 17 }
/** Units of a pool's length in the FIT profile. */
const UNITS = { m: 0, yd: 1 }

interface PoolSet {
  lengths: number
  /** Seconds of each length. */
  seconds: number
  /** Strokes of each length; none for a drill. */
  strokes?: number
  /** Null for lengths whose stroke the device did not detect. */
  stroke: keyof typeof STROKES | null
  /** Seconds at the wall afterwards. */
  rest: number
}

interface PoolSwim {
  /** FIT time. */
  start: number
  /** Metres. */
  pool: number
  /** Undefined leaves out the field, as old watches do. */
  unit?: keyof typeof UNITS | undefined
  sets: readonly PoolSet[]
  /** Metres of the session, if the athlete corrected them. */
  distance?: number
  /** Whether there is a sample every second instead of one for each length. */
  isDense?: boolean
  /** Heart rate of the samples, and of the session. */
  heartRates?: { samples?: number; session?: [mean: number, max: number] }
}

/** A FIT file of a swim in a pool as Garmin watches write it: laps of sets and of rests, with their lengths. */
export function poolSwim({
  start,
  pool,
  unit,
  sets,
  distance,
  isDense = false,
  heartRates = {},
}: PoolSwim) {
  const messages: FitMessageValue[] = []
  const laps: FitMessageValue[] = []
  const samples: FitMessageValue[] = []
  let now = start
  let metres = 0
  for (const { lengths, seconds, strokes, stroke, rest } of sets) {
    const from = now
    const rate = (time: number) =>
      isDense && heartRates.samples
        ? heartRates.samples + Math.round(12 * Math.sin((time - start) / 60))
        : heartRates.samples
    const sampleUntil = (end: number) => {
      if (isDense)
        for (let time = now + 1; time < end; time++)
          samples.push(sampleAt(time, metres, rate(time)))
    }
    const number = stroke === null ? null : STROKES[stroke]
    for (let i = 0; i < lengths; i++) {
      messages.push(activeLength(now, seconds, [number, strokes ?? 0]))
      sampleUntil(now + seconds)
      now += seconds
      metres += pool
      samples.push(sampleAt(now, metres, rate(now)))
    }
    laps.push(
      lap({ start: from, elapsed: now - from, timer: now - from, distance: lengths * pool }),
    )
    if (rest === 0) continue
    messages.push(poolLength(now, rest, [null, null]))
    laps.push(lap({ start: now, elapsed: rest, timer: rest, distance: 0 }))
    sampleUntil(now + rest)
    now += rest
  }
  const elapsed = now - start
  const totals = { start, end: now, elapsed, timer: elapsed, distance: distance ?? metres }
  const fields: FitFieldValue[] = [
    [5, 'enum', POOL.swimming],
    [6, 'enum', POOL.lapSwimming],
    [16, 'uint8', heartRates.session?.[0] ?? null],
    [17, 'uint8', heartRates.session?.[1] ?? null],
    [44, 'uint16', Math.round(pool * 100)],
  ]
  if (unit) fields.push([46, 'enum', UNITS[unit]])
  return fitFile([
    fileId(GARMIN),
    sampleAt(start, 0, heartRates.samples),
    ...samples,
    ...messages,
    ...laps,
    withFields(session(totals), ...fields),
  ])
}

const activeLength = (
  start: number,
  seconds: number,
  [stroke, strokes]: readonly [number | null, number],
): FitMessageValue => ({
  global: 101,
  fields: [
    [253, 'uint32', start + seconds],
    [2, 'uint32', start],
    [3, 'uint32', seconds * 1000],
    [5, 'uint16', strokes],
    [7, 'enum', stroke],
    [12, 'enum', 1],
  ],
})

const sampleAt = (time: number, metres: number, hr: number | undefined): FitMessageValue =>
  record({ time, distance: metres, ...(hr !== undefined && { hr }) })
