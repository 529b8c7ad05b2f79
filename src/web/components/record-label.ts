import { isSwimming } from '@/reference/swimming'
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

/** What the speeds of swims are told as. */
const PACES: Readonly<Record<string, TextKey>> = { AS: 'record.AP', MS: 'record.BP' }

/** The name of a record by its type and sport; the bare code for a type this page does not know yet. */
export function recordLabel(record: { record_type: string; sport_id: number }): string {
  const { record_type: type, sport_id: sportId } = record
  const key = (isSwimming(sportId) && PACES[type]) || LABELS[type]
  return key ? t(key) : type
}
