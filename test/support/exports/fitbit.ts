import { type ExportWriter, hasFile, type MadeActivity, NUMBERS, startOf, tcxOf } from './activity'

const NAMES = { ride: 'Bike', run: 'Run', walk: 'Walk', swim: 'Swim' } as const

/** Formats the start as `MM/DD/YY HH:MM:SS` in UTC. */
function dateOf(activity: MadeActivity): string {
  const [date = '', time = ''] = startOf(activity).toISOString().slice(0, 19).split('T')
  const [year = '', month, day] = date.split('-')
  return `${month}/${day}/${year.slice(2)} ${time}`
}

const exerciseOf = (activity: MadeActivity) => ({
  ...{ logId: 7000 + activity.day, activityName: NAMES[activity.sport] },
  ...{ averageHeartRate: 128, calories: 210, duration: NUMBERS.duration * 1000 },
  ...{ startTime: dateOf(activity), distance: NUMBERS.distance, distanceUnit: 'Kilometer' },
  ...{ elevationGain: 12.5, hasGps: hasFile(activity) },
})

/** Fitbit in a Takeout: lists of exercises, recordings, and a night. */
export const fitbitExport: ExportWriter = (activities) => [
  {
    name: 'Takeout/Fitbit/Global Export Data/exercise-0.json',
    content: JSON.stringify(activities.map(exerciseOf)),
  },
  ...activities.filter(hasFile).map((activity) => ({
    name: `Takeout/Fitbit/Activities/${7000 + activity.day}.tcx`,
    content: tcxOf(activity),
  })),
  { name: 'Takeout/Fitbit/Sleep/sleep-2024-01-01.json', content: '[]' },
]
