import { fileId, fitFile, fitTime, record } from './tracks/fit'
import { gpxOf } from './tracks/gpx'
import { samplePoints } from './tracks/points'

const start = fitTime('2024-05-04T08:00:00Z')
const points = samplePoints(60)

/** A ride as a phone recorded it: position and time only. */
export const poorRide = gpxOf(
  points.map(({ hr: _hr, cadence: _cadence, power: _power, ele: _ele, ...bare }) => bare),
)

/** The ride as a watch recorded it, with a heart rate of 120 and other sensors. */
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
