import {
  type ExportWriter,
  hasFile,
  type MadeActivity,
  NUMBERS,
  pointsOf,
  startOf,
} from './activity'

const TYPES = { ride: 'cycling', run: 'running', walk: 'walking', swim: 'swimming' } as const

const elements = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')

const workoutOf = (activity: MadeActivity) => {
  const start = startOf(activity).getTime()
  return elements({
    ...{ id: 7000 + activity.day, start, end: start + NUMBERS.duration * 1000 },
    ...{ duration: NUMBERS.duration * 1000, pauseDuration: 0, comment: activity.title },
    ...{ avgHeartRate: 141, maxHeartRate: -1, calorie: 210, edited: 'false', intervalSetUsedId: 0 },
    ...{ length: NUMBERS.distance * 1000, ascent: 12.5, workoutType: TYPES[activity.sport] },
  })
}

const samplesOf = (activity: MadeActivity) =>
  (hasFile(activity) ? pointsOf(activity) : []).map(({ lat, lon, ele, time, hr }, index) =>
    elements({
      ...{ id: index, absoluteTime: Date.parse(time), relativeTime: 0, heartRate: hr },
      ...{ workoutId: 7000 + activity.day, lat, lon, elevation: 0, elevationMSL: ele },
    }),
  )

/** Writes a list as FitoTrack does: its items have its name. */
const listOf = (name: string, items: readonly string[]) =>
  `<${name}>${items.map((item) => `<${name}>${item}</${name}>`).join('')}</${name}>`

/** A backup of FitoTrack. Its samples are not in the order of the workouts. */
export const fitotrackExport: ExportWriter = (activities) => [
  {
    name: 'data.xml',
    content: `<fito-track><version>3</version>${listOf('workouts', activities.map(workoutOf))}${listOf(
      'samples',
      activities.toReversed().flatMap(samplesOf),
    )}<indoorWorkouts/><indoorSamples/><intervalSets/><workoutTypes/></fito-track>`,
  },
]
