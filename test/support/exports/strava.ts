import { gzipSync } from 'node:zlib'
import type { ZipMember } from '../tracks/zip'
import { type ExportWriter, gpxOf, hasFile, type MadeActivity, NUMBERS, startOf } from './activity'

/** Columns of the table by position, as in `src`. */
const COLUMNS = 40
const TYPES = { ride: 'Ride', run: 'Run', walk: 'Walk', swim: 'Swim' } as const

/** A row of Strava's table, by the positions of its columns. */
export function stravaRow(values: Partial<Record<number, string>>): string {
  const row = Array.from({ length: COLUMNS }, (_, at) => values[at] ?? '')
  return row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')
}

const HEAD = stravaRow({
  ...{ 0: 'Activity ID', 1: 'Activity Date', 2: 'Activity Name', 3: 'Activity Type' },
  ...{ 4: 'Activity Description', 11: 'Activity Gear', 12: 'Filename' },
})

/** The table of activities with these rows. */
export const stravaTable = (rows: readonly string[], head = HEAD): ZipMember => ({
  name: 'activities.csv',
  content: [head, ...rows].join('\n'),
})

const dateOf = (activity: MadeActivity) =>
  startOf(activity).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })

const pathOf = ({ day }: MadeActivity) => `activities/${day}.gpx${day % 2 === 0 ? '.gz' : ''}`

const fileOf = (activity: MadeActivity): ZipMember => {
  const name = pathOf(activity)
  const gpx = gpxOf(activity)
  return { name, content: name.endsWith('.gz') ? gzipSync(gpx) : gpx }
}

/** Strava's bulk export: a table, recordings of which every other one is compressed with gzip, and a photo. */
export const stravaExport: ExportWriter = (activities) => [
  stravaTable(
    activities.map((activity) =>
      stravaRow({
        ...{ 0: String(activity.day), 1: dateOf(activity), 2: activity.title ?? '' },
        ...{ 3: TYPES[activity.sport], 4: activity.description ?? '', 10: activity.notes ?? '' },
        ...{ 11: activity.gear ?? '', 12: hasFile(activity) ? pathOf(activity) : '' },
        ...(activity.kept === 'numbers' && {
          ...{ 6: String(NUMBERS.distance), 16: String(NUMBERS.duration) },
          17: String(NUMBERS.distance * 1000),
        }),
      }),
    ),
  ),
  ...activities.filter((one) => hasFile(one) && one.kept !== 'missing').map(fileOf),
  { name: 'media/1.jpg', content: 'photo' },
]
