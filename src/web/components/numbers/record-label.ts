import { isSwimming } from '@/domain/reference/swimming'
import { type TextKey, t } from '@/web/i18n/text'

const LABELS: Readonly<Record<string, TextKey>> = {
  AP: 'record.AP',
  AS: 'record.AS',
  BP: 'record.BP',
  FD: 'record.FD',
  HA: 'record.HA',
  LD: 'record.LD',
  MS: 'record.MS',
}

/** Names of records for swims, whose speeds are shown as paces. */
const PACES: Readonly<Record<string, TextKey>> = { AS: 'record.AP', MS: 'record.BP' }

/** Returns the name of a record by its type and sport; an unknown type is returned unchanged. */
export function getRecordLabel(record: { record_type: string; sport_id: number }): string {
  const { record_type: type, sport_id: sportId } = record
  const key = (isSwimming(sportId) && PACES[type]) || LABELS[type]
  return key ? t(key) : type
}
