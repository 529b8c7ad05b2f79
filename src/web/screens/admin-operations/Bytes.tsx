import { formatFileSize } from '@/web/format/file-size'
import { formatQuantity } from '@/web/format/quantity'
import { usePreferences } from '@/web/state/preferences'

/** A number of bytes in a readable unit; a dash if it is unknown. */
export function Bytes({ count }: { count: number | null }) {
  const preferences = usePreferences()
  return count === null ? '–' : formatQuantity(formatFileSize(count, preferences))
}
