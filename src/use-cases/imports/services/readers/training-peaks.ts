import { METRES_PER_KM } from '@/domain/reference/lengths'
import { declaredNumber } from '@/use-cases/imports/services/declared-values'
import { noonOf } from './day-times'
import { summaryTable } from './summary-table'

const SECONDS_PER_HOUR = 3600

/**
 * Reads the summaries of workouts that TrainingPeaks exports, and recordings that are in the same archive. Lines without
 * a time are plans. Only the day of a workout is known. Sources of the format: several readers.
 */
export const trainingPeaks = summaryTable({
  label: 'TrainingPeaks',
  headings: ['workouttype', 'workoutday', 'timetotalinhours'],
  workoutOf: ({ value, index }, { timezone }) => {
    const number = (name: string) => declaredNumber(value(name))
    const [hours, metres] = [number('timetotalinhours'), number('distanceinmeters')]
    if (!hours) return undefined
    return {
      name: `line ${index + 2}`,
      summary: 'day',
      sport: value('workouttype'),
      title: value('title'),
      description: value('workoutdescription'),
      notes: value('athletecomments'),
      startedAt: noonOf(value('workoutday'), { timezone, index }),
      distance: metres === undefined ? undefined : metres / METRES_PER_KM,
      duration: hours * SECONDS_PER_HOUR,
      calories: number('calories'),
      aveHr: number('heartrateaverage'),
      maxHr: number('heartratemax'),
      avePower: number('poweraverage'),
      maxPower: number('powermax'),
    }
  },
})
