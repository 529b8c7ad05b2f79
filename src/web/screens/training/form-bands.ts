import type { TextKey } from '@/web/i18n/text'

/** A range of the training balance with a name. */
export interface FormBand {
  name: TextKey
  /** Lower and upper end; a value at the lower end belongs to the band. */
  from: number
  to: number
  /** Colour token. */
  color: string
}

/** The bands from the lowest to the highest, as in `src/handbook/training.md`. */
export const FORM_BANDS: readonly FormBand[] = [
  { name: 'formBand.overreaching', from: -Infinity, to: -30, color: 'var(--mp-zone-5)' },
  { name: 'formBand.productive', from: -30, to: -10, color: 'var(--mp-zone-4)' },
  { name: 'formBand.neutral', from: -10, to: 5, color: 'var(--mp-ink-faint)' },
  { name: 'formBand.fresh', from: 5, to: 20, color: 'var(--mp-zone-2)' },
  { name: 'formBand.transition', from: 20, to: Infinity, color: 'var(--mp-zone-1)' },
]

/** Returns the name of the band that contains a training balance. */
export const getBandName = (form: number): TextKey =>
  FORM_BANDS.find(({ from, to }) => form >= from && form < to)?.name ?? 'formBand.neutral'
