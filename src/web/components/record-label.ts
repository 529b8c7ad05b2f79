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

/** The name of a record type; the bare code for one this page does not know yet. */
export function recordLabel(type: string): string {
  const key = LABELS[type]
  return key ? t(key) : type
}
