import { isSwimming } from '@/reference/swimming'
import { parseDuration } from './duration'
import {
  durationOf,
  heightOf,
  type NumberPreferences,
  paceOf,
  type Quantity,
  speedOf,
} from './quantity'
import { swimSpeedOf } from './speed'
import { sportDistanceOf } from './sport-distance'

/** A personal record, as far as its words go: of which type, in which sport, how much. */
interface Kept {
  record_type: string
  sport_id: number
  value: number | string | null
}

/** The value of a personal record in the reader's units, as its sport is told. */
export function recordValue(
  { record_type: type, sport_id: sportId, value }: Kept,
  preferences: NumberPreferences,
): Quantity {
  const text = typeof value === 'string' ? value : null
  const number = typeof value === 'number' ? value : null
  switch (type) {
    case 'AP':
    case 'BP':
      return paceOf(parseDuration(text), preferences)
    case 'LD':
      return durationOf(text)
    case 'FD':
      return sportDistanceOf(number, sportId, preferences)
    case 'HA':
      return heightOf(number, preferences)
    default:
      return (isSwimming(sportId) ? swimSpeedOf : speedOf)(number, preferences)
  }
}
