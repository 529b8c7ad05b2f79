import { declaredKilometres, declaredNumber } from '@/use-cases/imports/services/declared-values'
import { noonOf } from './day-times'
import { summaryTable } from './summary-table'

/** Names that only MapMyRun uses, in lower case. */
const SPORTS: ReadonlyMap<string, string> = new Map([
  ['bike ride', 'cycling'],
  ['indoor bike ride', 'indoor cycling'],
  ['run / jog', 'running'],
  ['indoor run / jog', 'treadmill running'],
  ['indoor walk', 'walking'],
])

/**
 * Reads the table of workouts of MapMyRun, MapMyRide and their sisters, in kilometres or miles. Only the day of a workout
 * is known. Sources of the format: several readers with lines of real exports.
 */
export const mapMyRun = summaryTable({
  label: 'MapMyRun',
  headings: ['date submitted', 'workout date', 'workout time (seconds)'],
  workoutOf: ({ value, index }, { timezone }) => {
    const [kilometres, type = ''] = [value('distance (km)'), value('activity type')]
    return {
      name: value('link') ?? `line ${index + 2}`,
      summary: 'day',
      sport: SPORTS.get(type.toLowerCase()) ?? type,
      notes: value('notes'),
      startedAt: noonOf(value('workout date'), { timezone, index }),
      distance:
        kilometres === undefined
          ? declaredKilometres(value('distance (mi)'), 'mi')
          : declaredNumber(kilometres),
      duration: declaredNumber(value('workout time (seconds)')),
      calories: declaredNumber(value('calories burned (kcal)')),
      aveHr: declaredNumber(value('avg heart rate')),
    }
  },
})
