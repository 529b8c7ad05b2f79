import { METRES_PER_KM } from '@/domain/reference/lengths'
import { declaredInstant, declaredNumber } from '@/use-cases/imports/services/declared-values'
import { summaryTable } from './summary-table'

/**
 * Reads the table of activities that Intervals.icu exports, with times in the athlete's zone, seconds and metres, and
 * recordings that are in the same archive. Source of the format: a description by the author of Intervals.icu.
 */
export const intervalsIcu = summaryTable({
  label: 'Intervals.icu',
  headings: ['start_date_local', 'icu_'],
  workoutOf: ({ value, index }, { timezone }) => {
    const number = (...names: string[]) => declaredNumber(value(...names))
    const metres = number('distance')
    return {
      name: `activity ${value('id') ?? index + 1}`,
      summary: 'instant',
      sport: value('commute') === 'true' && value('type') === 'Ride' ? 'commute' : value('type'),
      title: value('name'),
      startedAt: declaredInstant(value('start_date_local'), timezone),
      distance: metres === undefined ? undefined : metres / METRES_PER_KM,
      duration: number('moving_time', 'elapsed_time'),
      ascent: number('total_elevation_gain'),
      calories: number('calories'),
      aveHr: number('average_heartrate'),
      maxHr: number('max_heartrate'),
      avePower: number('icu_average_watts'),
    }
  },
})
