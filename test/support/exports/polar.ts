import {
  clockAt,
  type ExportWriter,
  hasFile,
  type MadeActivity,
  NUMBERS,
  pointsOf,
} from './activity'

const SPORTS = { ride: 'CYCLING', run: 'RUNNING', walk: 'WALKING', swim: 'SWIMMING' } as const

/** A training session two hours ahead of UTC. */
function sessionOf(activity: MadeActivity): string {
  if (activity.kept === 'broken') return '{"exercises": [], "startTime": 7'
  const start = `${clockAt(activity, 2).replace(' ', 'T')}.000`
  const local = (time: string) =>
    new Date(Date.parse(time) + 7_200_000).toISOString().replace('Z', '')
  const points = hasFile(activity) ? pointsOf(activity) : []
  return JSON.stringify({
    exportVersion: '1.6',
    name: activity.title,
    note: activity.description,
    startTime: start,
    timezoneOffset: '120',
    distance: NUMBERS.distance * 1000,
    duration: `PT${NUMBERS.duration}S`,
    kiloCalories: 77,
    exercises: [
      {
        startTime: start,
        timezoneOffset: 120,
        sport: SPORTS[activity.sport],
        samples: {
          heartRate: points.map(({ time, hr }) => ({ dateTime: local(time), value: hr })),
          recordedRoute: points.map(({ time, lat, lon, ele }) => ({
            ...{ dateTime: local(time), longitude: Number(lon), latitude: Number(lat) },
            altitude: Number(ele),
          })),
        },
      },
    ],
  })
}

/** Polar Flow's export: training sessions next to days and nights. */
export const polarExport: ExportWriter = (activities) => [
  ...activities.map((activity) => ({
    name: `training-session-${clockAt(activity, 2).slice(0, 10)}-${activity.day}-uuid.json`,
    content: sessionOf(activity),
  })),
  { name: 'activity-2024-01-01-uuid.json', content: '{}' },
  { name: 'account-data-uuid.json', content: '{}' },
]
