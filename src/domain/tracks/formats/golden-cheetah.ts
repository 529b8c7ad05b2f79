import { METRES_PER_KM } from '@/domain/reference/lengths'
import type { ReadingWarnings, Sensor } from '@/domain/tracks/reading-warnings'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { type JsonObject, numberIn, objectIn, objectsIn, parseJsonObject, textIn } from './json'
import { type SampleOptions, Samples } from './samples'
import { emptyPoint } from './segment-collector'
import { toPlainText } from './text/plain-text'
import { MICROSECONDS, parseTimeText } from './text/time-text'

/**
 * Reads an activity of GoldenCheetah's library: samples by seconds since `STARTTIME`, which is written as
 * `2024/05/04 08:00:00 UTC` (layout as its own exports show it; GoldenCheetah is GPL, none of its code is used).
 * @throws TrackError invalidFile, noSegments or tooManyPoints
 */
export function readGoldenCheetah(
  bytes: Uint8Array,
  options: SampleOptions,
  findings: ReadingWarnings,
): Track {
  const ride = objectIn(parseJsonObject(toPlainText(bytes), 'invalidFile', findings).RIDE)
  const start = startOf(textIn(ride?.STARTTIME) ?? '')
  if (ride === undefined || Number.isNaN(start)) throw new TrackError('invalidFile')
  const samples = new Samples(findings, options)
  for (const sample of objectsIn(ride.SAMPLES)) {
    const distance = numberIn(sample.KM) * METRES_PER_KM
    samples.add(pointOf(sample, start, findings), distance)
  }
  const tags = objectIn(ride.TAGS) ?? {}
  const facts = {
    name: textIn(tags['Workout Title']),
    description: textIn(tags.Notes),
    source: textIn(ride.DEVICETYPE),
    calories: null,
    sport: textIn(tags.Sport),
  }
  return samples.finish(facts, {})
}

const startOf = (text: string): number => {
  const [, year, month, day, time] =
    /^(\d{4})\/(\d\d?)\/(\d\d?) ([\d:.]+)(?: UTC)?$/.exec(text) ?? []
  return parseTimeText(`${year}-${month}-${day} ${time}Z`)
}

function pointOf(sample: JsonObject, start: number, findings: ReadingWarnings) {
  const lat = numberIn(sample.LAT)
  const lon = numberIn(sample.LON)
  // It writes 0 for a missing position.
  const hasPlace = lat !== 0 || lon !== 0
  return {
    ...emptyPoint(),
    time: start + numberIn(sample.SECS) * MICROSECONDS,
    lat: hasPlace ? lat : Number.NaN,
    lon: hasPlace ? lon : Number.NaN,
    ele: numberIn(sample.ALT),
    hr: readingIn(sample.HR, 'hr', findings),
    cadence: readingIn(sample.CAD, 'cadence', findings),
    power: readingIn(sample.WATTS, 'power', findings),
  }
}

const readingIn = (value: unknown, sensor: Sensor, findings: ReadingWarnings): number =>
  value === undefined || value === null ? Number.NaN : findings.reading(numberIn(value), sensor)
