import { fileId, fitFile, fitTime, record } from './tracks/fit'
import { gpxOf } from './tracks/gpx'
import { samplePoints } from './tracks/points'

const start = fitTime('2024-05-04T08:00:00Z')
const points = samplePoints(60)

/** A ride as a phone recorded it: where and when, nothing else. */
export const poorRide = gpxOf(
  points.map(({ hr: _hr, cadence: _cadence, power: _power, ele: _ele, ...bare }) => bare),
)

/** The same ride as a watch recorded it, with a pulse of 120 and what else its sensors measured. */
export const richRide = (sensors: { cadence?: number; power?: number } = {}): Uint8Array =>
  fitFile([
    fileId(1, 3121),
    ...points.map((_, index) =>
      record({
        ...{ time: start + index, lat: 45 + index / 1e4, lon: 6 + index / 2e4 },
        ...{ ele: 300, hr: 120, ...sensors },
      }),
    ),
  ])
