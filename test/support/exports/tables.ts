import { clockAt, type ExportWriter, type MadeActivity, NUMBERS, startOf } from './activity'

/** Exports that consist of a table. Activities with a recording also have only a line. */

const table =
  (
    name: string,
    head: string,
    lineOf: (activity: MadeActivity) => readonly unknown[],
  ): ExportWriter =>
  (activities) => [
    { name, content: [head, ...activities.map((one) => lineOf(one).join(','))].join('\n') },
  ]

const STRAVA_TYPES = { ride: 'Ride', run: 'Run', walk: 'Walk', swim: 'Swim' } as const
const METRES = NUMBERS.distance * 1000

/** The table of activities of Intervals.icu, for an athlete in Paris. */
export const intervalsIcuExport = table(
  'i1_activities.csv',
  'id,start_date_local,name,type,moving_time,distance,elapsed_time,total_elevation_gain,max_heartrate,average_heartrate,calories,icu_average_watts,icu_training_load,commute',
  (activity) => [
    ...[`i${activity.day}`, clockAt(activity, 1).replace(' ', 'T'), activity.title ?? ''],
    ...[STRAVA_TYPES[activity.sport], NUMBERS.duration, METRES, 1900, 40, 166, 141, 210, 180, 50],
    'false',
  ],
)

const PEAKS_TYPES = { ride: 'Bike', run: 'Run', walk: 'Walk', swim: 'Swim' } as const
const dayOf = (activity: MadeActivity) => startOf(activity).toISOString().slice(0, 10)

/** The summaries of TrainingPeaks. */
export const trainingPeaksExport = table(
  'workouts.csv',
  'Title,WorkoutType,WorkoutDescription,PlannedDuration,PlannedDistanceInMeters,WorkoutDay,CoachComments,DistanceInMeters,PowerAverage,PowerMax,Energy,AthleteComments,TimeTotalInHours,VelocityAverage,HeartRateAverage,HeartRateMax',
  (activity) => [
    ...[activity.title ?? '', PEAKS_TYPES[activity.sport], '', 1, 5000, dayOf(activity), ''],
    ...[METRES, 180, 420, 300, activity.notes ?? '', NUMBERS.duration / 3600, 3, 141, 166],
  ],
)

const MAP_TYPES = { ride: 'Bike Ride', run: 'Run', walk: 'Walk', swim: 'Swim' } as const

/** The table of workouts of MapMyRun, in miles. */
export const mapMyRunExport = table(
  'user_workout_history.csv',
  'Date Submitted,Workout Date,Activity Type,Calories Burned (kCal),Distance (mi),Workout Time (seconds),Avg Pace (min/mi),Max Pace (min/mi),Avg Speed (mi/h),Max Speed (mi/h),Avg Heart Rate,Steps,Notes,Source,Link',
  (activity) => {
    const date = startOf(activity).toLocaleDateString('en-US', {
      ...{ dateStyle: 'long', timeZone: 'UTC' },
    })
    return [
      ...[`"${date}"`, `"${date}"`, MAP_TYPES[activity.sport], 210, NUMBERS.distance / 1.609344],
      ...[NUMBERS.duration, 8, 7, 7, 8, 141, 2400, activity.notes ?? '', 'App', `w${activity.day}`],
    ]
  },
)

const ZEPP_TYPES = { ride: 9, run: 1, walk: 6, swim: 999 } as const

/** The table of workouts of Zepp, with a mark at the beginning of the file. */
export const zeppExport = table(
  'SPORT/SPORT_1712000000000.csv',
  '\ufefftype,startTime,sportTime(s),maxPace(/meter),minPace(/meter),distance(m),avgPace(/meter),calories(kcal)',
  (activity) => [
    ...[ZEPP_TYPES[activity.sport], `${clockAt(activity, 0)}+0000`, NUMBERS.duration],
    ...[-1.0, -1.0, METRES, -1.0, 210],
  ],
)
