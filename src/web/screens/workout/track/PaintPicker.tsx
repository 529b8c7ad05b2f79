import type { ReactNode } from 'react'
import { createSeriesFormatter, type SeriesPreferences } from '@/web/charts/series-text'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import { formatNumber, formatPercent } from '@/web/format/numbers'
import { type TextKey, t } from '@/web/i18n/text'
import type { ColourKey, ColourRange } from '@/web/map/colour-lines'
import { usePreferences } from '@/web/state/preferences'
import classes from './PaintPicker.module.css'

const NAMES: Readonly<Record<ColourKey, TextKey>> = {
  speed: 'series.speed',
  pace: 'series.pace',
  hr: 'series.hr',
  power: 'series.power',
  gradient: 'paint.gradient',
}

const NONE = 'sport'

/** Selects the measurement by which the track on the map is coloured, if there are any, and shows the legend. */
export function PaintPicker({
  sportId,
  keys,
  chosen,
  steps,
  onChoose,
  children,
}: {
  sportId: number
  keys: readonly ColourKey[]
  chosen: ColourKey | null
  steps: readonly ColourRange[]
  onChoose: (key: ColourKey | null) => void
  /** Other choices of what the map shows. */
  children?: ReactNode
}) {
  const preferences = { ...usePreferences(), sportId }
  return (
    <div className={classes.picker} data-part="paint">
      {keys.length > 0 && (
        <div className={classes.choice}>
          <NativeSelect
            label={t('paint.by')}
            value={chosen ?? NONE}
            onChange={(value) => onChoose(keys.find((key) => key === value) ?? null)}
          >
            <option value={NONE}>{t('paint.none')}</option>
            {renderOptions(keys.map((key) => ({ value: key, label: t(NAMES[key]) })))}
          </NativeSelect>
        </div>
      )}
      {chosen && (
        <Legend label={t('paint.legend')}>
          {steps.map((step) => (
            <LegendItem key={step.color} shape="track" color={`var(--mp-paint-${step.color})`}>
              {stepText(chosen, step, preferences)}
            </LegendItem>
          ))}
        </Legend>
      )}
      {children}
    </div>
  )
}

function stepText(
  key: ColourKey,
  { from, to }: ColourRange,
  preferences: SeriesPreferences,
): string {
  const write =
    key === 'gradient'
      ? (value: number) => formatPercent(value, 0, preferences.locale)
      : createSeriesFormatter(key, preferences, true)
  const plain =
    key === 'gradient'
      ? (value: number) => formatNumber(value, 0, preferences.locale)
      : createSeriesFormatter(key, preferences)
  if (from === null) return to === null ? '' : t('paint.below', { value: write(to) })
  return to === null
    ? t('paint.above', { value: write(from) })
    : t('paint.between', { from: plain(from), to: write(to) })
}
