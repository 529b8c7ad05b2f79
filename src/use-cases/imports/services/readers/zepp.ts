import { METRES_PER_KM } from '@/domain/reference/lengths'
import { declaredInstant, declaredNumber } from '@/use-cases/imports/services/declared-values'
import { summaryTable } from './summary-table'

/** Names of the sports by Zepp's numbers, as far as several sources agree on them. */
const SPORTS: Readonly<Record<string, string>> = {
  ...{ 1: 'running', 6: 'walking', 7: 'trail running', 8: 'treadmill running', 9: 'cycling' },
  ...{ 10: 'indoor cycling', 52: 'strength training' },
}

/**
 * Reads the table of workouts in the archive of a Zepp (Amazfit, Mi Fit) account. It contains neither positions nor heart
 * rates, and its archive must be unpacked with its password first. Unknown values are -1. Sources of the format: several
 * readers, and the tests of some.
 */
export const zepp = summaryTable({
  label: 'Zepp (Amazfit)',
  headings: ['type', 'starttime', 'sporttime(s)'],
  workoutOf: ({ value, index }) => {
    const positive = (name: string) => {
      const number = declaredNumber(value(name))
      return number !== undefined && number > 0 ? number : undefined
    }
    const [type, metres] = [value('type') ?? '', positive('distance(m)')]
    return {
      name: `line ${index + 2}`,
      sport: SPORTS[type] ?? `zepp ${type}`,
      startedAt: declaredInstant(value('starttime')),
      distance: metres === undefined ? undefined : metres / METRES_PER_KM,
      duration: positive('sporttime(s)'),
      calories: positive('calories(kcal)'),
    }
  },
})
