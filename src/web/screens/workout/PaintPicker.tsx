import { type SeriesPreferences, writeSeries } from '@/web/charts/series-text'
import { Legend, LegendItem } from '@/web/components/Legend'
import { PlainSelect, plainOptions } from '@/web/components/PlainSelect'
import { formatNumber, formatPercent } from '@/web/format/numbers'
import { type TextKey, t } from '@/web/i18n/text'
import type { PaintKey, PaintStep } from '@/web/map/paint'
import { usePreferences } from '@/web/state/preferences'
import classes from './PaintPicker.module.css'

const NAMES: Readonly<Record<PaintKey, TextKey>> = {
  speed: 'series.speed',
  pace: 'series.pace',
  hr: 'series.hr',
  power: 'series.power',
  gradient: 'paint.gradient',
}

const NONE = 'sport'

/** Chooses what the way on the map is painted by, and tells what its colours mean. */
export function PaintPicker({
  sportId,
  keys,
  chosen,
  steps,
  onChoose,
}: {
  sportId: number
  keys: readonly PaintKey[]
  chosen: PaintKey | null
  steps: readonly PaintStep[]
  onChoose: (key: PaintKey | null) => void
}) {
  const preferences = { ...usePreferences(), sportId }
  return (
    <div className={classes.picker} data-part="paint">
      <div className={classes.choice}>
        <PlainSelect
          label={t('paint.by')}
          value={chosen ?? NONE}
          onChange={(value) => onChoose(keys.find((key) => key === value) ?? null)}
        >
          <option value={NONE}>{t('paint.none')}</option>
          {plainOptions(keys.map((key) => ({ value: key, label: t(NAMES[key]) })))}
        </PlainSelect>
      </div>
      {chosen && (
        <Legend label={t('paint.legend')}>
          {steps.map((step) => (
            <LegendItem key={step.color} shape="way" color={`var(--mp-paint-${step.color})`}>
              {stepText(chosen, step, preferences)}
            </LegendItem>
          ))}
        </Legend>
      )}
    </div>
  )
}

function stepText(key: PaintKey, { from, to }: PaintStep, preferences: SeriesPreferences): string {
  const write =
    key === 'gradient'
      ? (value: number) => formatPercent(value, 0, preferences.locale)
      : writeSeries(key, preferences, true)
  const plain =
    key === 'gradient'
      ? (value: number) => formatNumber(value, 0, preferences.locale)
      : writeSeries(key, preferences)
  if (from === null) return to === null ? '' : t('paint.below', { value: write(to) })
  return to === null
    ? t('paint.above', { value: write(from) })
    : t('paint.between', { from: plain(from), to: write(to) })
}
