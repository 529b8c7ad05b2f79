import { type ExportWriter, gpxOf, hasFile, type MadeActivity, NUMBERS, startOf } from './activity'

const SPORT_TYPES = { ride: 3, run: 1, walk: 19, swim: 18 } as const

const nameOf = (activity: MadeActivity) =>
  `${startOf(activity).toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')}-UTC_${activity.day}`

/** A session with its values in features, as in newer exports. */
const sessionOf = (activity: MadeActivity) => ({
  ...{ id: `${activity.day}`, sport_type_id: `${SPORT_TYPES[activity.sport]}`, pause: 0 },
  ...{ start_time: startOf(activity).getTime(), start_time_timezone_offset: 3_600_000 },
  ...{ duration: NUMBERS.duration * 1000, calories: 210, notes: activity.notes ?? '' },
  features: [
    {
      type: 'track_metrics',
      attributes: { distance: NUMBERS.distance * 1000, elevation_gain: 40, elevation_loss: 41 },
    },
    { type: 'heart_rate', attributes: { average: 141, maximum: 166 } },
  ],
})

/** The export of an account of adidas Running: sessions, and their recordings in a folder next to them. */
export const adidasRunningExport: ExportWriter = (activities) => [
  ...activities.map((activity) => ({
    name: `Sport-sessions/${nameOf(activity)}.json`,
    content: JSON.stringify(sessionOf(activity)),
  })),
  ...activities.filter(hasFile).map((activity) => ({
    name: `Sport-sessions/GPS-data/${nameOf(activity)}.gpx`,
    content: gpxOf(activity),
  })),
  { name: 'User/user_account.json', content: '{}' },
]
