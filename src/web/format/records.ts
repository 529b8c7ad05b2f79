import { parseDuration } from './duration'
import {
  distanceOf,
  durationOf,
  heightOf,
  type NumberPreferences,
  paceOf,
  type Quantity,
  speedOf,
} from './quantity'

/** The value of a personal record of the given type, in the reader's units. */
export function recordValue(
  type: string,
  value: number | string | null,
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
      return distanceOf(number, preferences)
    case 'HA':
      return heightOf(number, preferences)
    default:
      return speedOf(number, preferences)
  }
}
