import { rideGpx } from '../ride'
import type { ZipMember } from '../tracks/zip'

/** An activity of a generated account, for any service. */
export interface MadeActivity {
  /** The day in 2024, which also determines its line. It is unique in an account. */
  day: number
  sport: 'ride' | 'run' | 'walk' | 'swim'
  title?: string
  description?: string
  notes?: string
  gear?: string
  /** The form in which the service has it: a recording, only numbers, an unreadable file or a missing one. */
  kept?: 'file' | 'numbers' | 'broken' | 'missing'
}

/** Writes the files of an account's export as a service does. */
export type ExportWriter = (activities: readonly MadeActivity[]) => ZipMember[]

/** Our ids of the sports. */
export const SPORT_IDS = { ride: 1, run: 5, walk: 6, swim: 16 } as const

/** Kilometres and seconds of activities with only numbers. */
export const NUMBERS = { distance: 1.5, duration: 1800 } as const

/** Seven in the morning in UTC. */
export const startOf = ({ day }: MadeActivity): Date => new Date(Date.UTC(2024, 0, day, 7))

/** The content of an unreadable file. */
const BROKEN = '<?xml version="1.0"?><gpx><trk'

/** The recording of an activity, which differs for each day. */
export const gpxOf = (activity: MadeActivity): string =>
  activity.kept === 'broken'
    ? BROKEN
    : rideGpx({ seed: activity.day, start: startOf(activity), kilometres: 2, name: '' }).replace(
        '<name></name>',
        '',
      )

/** Whether the export refers to a file for it. */
export const hasFile = ({ kept = 'file' }: MadeActivity): boolean => kept !== 'numbers'

/** An account of `count` activities in all sports, every tenth with only numbers. */
export const anAccount = (count: number): MadeActivity[] =>
  Array.from({ length: count }, (_, index) => ({
    day: index + 1,
    sport: (['ride', 'run', 'walk', 'ride'] as const)[index % 4] ?? 'ride',
    title: `Outing ${index + 1}`,
    kept: index % 10 === 9 ? 'numbers' : 'file',
  }))

/** A point of the recording of an activity. */
export interface MadePoint {
  lat: string
  lon: string
  ele: string
  time: string
  hr: number
}

const POINT =
  /<trkpt lat="([^"]+)" lon="([^"]+)"><ele>([^<]+)<\/ele><time>([^<]+)<\/time>.*?<gpxtpx:hr>(\d+)/g

/** The points of the recording, for services with other formats. */
export const pointsOf = (activity: MadeActivity): MadePoint[] =>
  [...gpxOf({ ...activity, kept: 'file' }).matchAll(POINT)].map(
    ([, lat = '', lon = '', ele = '', time = '', hr]) => ({ lat, lon, ele, time, hr: Number(hr) }),
  )

/** The recording as TCX. */
export function tcxOf(activity: MadeActivity, sport = 'Other'): string {
  if (activity.kept === 'broken') return '<TrainingCenterDatabase><Activities>'
  const points = pointsOf(activity)
  const start = startOf(activity).toISOString()
  const track = points.map(
    ({ lat, lon, ele, time, hr }) =>
      `<Trackpoint><Time>${time}</Time><Position><LatitudeDegrees>${lat}</LatitudeDegrees>` +
      `<LongitudeDegrees>${lon}</LongitudeDegrees></Position><AltitudeMeters>${ele}</AltitudeMeters>` +
      `<HeartRateBpm><Value>${hr}</Value></HeartRateBpm></Trackpoint>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
<Activity Sport="${sport}"><Id>${start}</Id><Lap StartTime="${start}"><TotalTimeSeconds>300</TotalTimeSeconds>
<DistanceMeters>2000</DistanceMeters><Track>${track.join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`
}

/** Local time at the start of an activity, `YYYY-MM-DD HH:MM:SS`. */
export const clockAt = (activity: MadeActivity, hoursAhead: number): string =>
  new Date(startOf(activity).getTime() + hoursAhead * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
