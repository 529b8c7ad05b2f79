import { formatDate, formatTime } from '@/web/format/dates'
import { usePreferences } from '@/web/state/preferences'

/** A date with its time of day. */
export function Moment({ at }: { at: string }) {
  const preferences = usePreferences()
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()}>
      {formatDate(date, preferences)}, {formatTime(date, preferences)}
    </time>
  )
}
