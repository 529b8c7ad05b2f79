import {
  clockAt,
  type ExportWriter,
  hasFile,
  type MadeActivity,
  NUMBERS,
  pointsOf,
  tcxOf,
} from './activity'

const SPORTS = {
  ...{ ride: 'CYCLING_SPORT', run: 'RUNNING', walk: 'WALKING', swim: 'SWIMMING' },
} as const

const pathOf = (activity: MadeActivity) =>
  `Workouts/${clockAt(activity, 0).replaceAll(':', '-').replace(' ', '_')}`

/** The JSON of a workout: a list of objects with one key each. */
function endomondoJson(activity: MadeActivity): string {
  const day = (time: string) =>
    new Date(time)
      .toUTCString()
      .replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 UTC $4')
  const told = {
    ...(activity.title && { name: activity.title }),
    sport: SPORTS[activity.sport],
    source: hasFile(activity) ? 'TRACK_MOBILE' : 'INPUT_MANUAL',
    created_date: `${clockAt(activity, 0)}.0`,
    start_time: `${clockAt(activity, 0)}.0`,
    duration_s: NUMBERS.duration,
    distance_km: NUMBERS.distance,
    calories_kcal: 77.268,
    ascend_m: 30,
    descend_m: 30,
    points: pointsOf(activity).map(({ lat, lon, ele, time }) => [
      { location: [[{ latitude: Number(lat) }, { longitude: Number(lon) }]] },
      { altitude: Number(ele) },
      { timestamp: day(time) },
    ]),
  }
  return JSON.stringify(
    Object.entries(told).map(([key, value]) => ({ [key]: value })),
    null,
    4,
  )
}

/** Endomondo's archive: JSON and TCX for each workout. The TCX of a manual workout has invented times. */
export const endomondoExport: ExportWriter = (activities) => [
  ...activities.flatMap((activity) => [
    { name: `${pathOf(activity)}.json`, content: endomondoJson(activity) },
    ...(activity.kept === 'missing'
      ? []
      : [{ name: `${pathOf(activity)}.tcx`, content: tcxOf(activity) }]),
  ]),
  { name: 'Profile/Profile.json', content: '[]' },
  { name: 'resources/gfx/1.jpg', content: 'photo' },
]
