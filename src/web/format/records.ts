import { isSwimming } from '@/domain/reference/swimming'
import { parseDuration } from './duration'
import {
  formatDuration,
  formatHeight,
  formatPace,
  formatSpeed,
  type NumberPreferences,
  type Quantity,
} from './quantity'
import { formatSwimSpeed } from './speed'
import { formatSportDistance } from './sport-distance'

/** The fields of a personal record needed to format it. */
interface RecordFields {
  record_type: string
  sport_id: number
  value: number | string | null
}

/** Formats the value of a personal record in the user's units and as its sport requires. */
export function formatRecord(
  { record_type: type, sport_id: sportId, value }: RecordFields,
  preferences: NumberPreferences,
): Quantity {
  const text = typeof value === 'string' ? value : null
  const number = typeof value === 'number' ? value : null
  switch (type) {
    case 'AP':
    case 'BP':
      return formatPace(parseDuration(text), preferences)
    case 'LD':
      return formatDuration(text)
    case 'FD':
      return formatSportDistance(number, sportId, preferences)
    case 'HA':
      return formatHeight(number, preferences)
    default:
      return (isSwimming(sportId) ? formatSwimSpeed : formatSpeed)(number, preferences)
  }
}
