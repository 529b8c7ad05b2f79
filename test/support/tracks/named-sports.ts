import { fileId, fitFile, fitTime, record, session } from './fit'
import { gpxOf } from './gpx'
import { samplePoints } from './points'

const points = samplePoints(30)
const start = fitTime('2024-05-04T08:00:00Z')

/** A recording that states this sport. */
export const gpxAs = (type: string): string =>
  gpxOf(points).replace('<trk>', `<trk><type>${type}</type>`)

/** A recording of a watch with this sport and sub-sport of the FIT profile. */
export function fitAs(sport: number, subSport: number): Uint8Array {
  const { global, fields } = session({ start, end: start + 30, elapsed: 30, timer: 30 })
  const kinds = [
    [5, 'enum', sport],
    [6, 'enum', subSport],
  ] as const
  return fitFile([
    fileId(1, 3121),
    ...points.map((_, index) => record({ time: start + index, lat: 45 + index / 1e4, lon: 6 })),
    { global, fields: [...fields, ...kinds] },
  ])
}
