import type { Member } from '@/web/api/accounts/members'
import { type DatePreferences, formatDay } from '@/web/format/dates'
import { formatFileSize } from '@/web/format/file-size'
import { formatQuantity, type NumberPreferences } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'

/** Returns when an account was last used, and the storage that it uses if that is known. */
export function describeUsage(
  { last_seen_on: day, storage_bytes: used, quota_bytes: quota }: Member,
  preferences: DatePreferences & NumberPreferences,
): string {
  const size = (bytes: number) => formatQuantity(formatFileSize(bytes, preferences))
  const seen = day ? t('members.seen', { date: formatDay(day, preferences) }) : t('members.unseen')
  if (typeof used !== 'number') return seen
  const share = quota ? t('storage.ofLimit', { used: size(used), limit: size(quota) }) : size(used)
  return `${seen} · ${t('members.stored', { size: share })}`
}
