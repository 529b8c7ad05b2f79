import { t } from '@/web/i18n/text'
import classes from './ChartStack.module.css'
import type { Cursor } from './cursor'
import { Readout } from './Readout'
import type { SeriesKey } from './series'
import { type SeriesPreferences, seriesHeading, writeSeries } from './series-text'

/** What stands above a chart: what it shows, where its maximum is marked, and the reading at the cursor. */
export function ChartHead({
  name,
  mark,
  cursor,
  values,
  preferences,
}: {
  name: SeriesKey
  mark: number | null
  cursor: Cursor
  values: readonly (number | null)[]
  preferences: SeriesPreferences
}) {
  const write = writeSeries(name, preferences, true)
  return (
    <div className={classes.head}>
      <h2>{seriesHeading(name, preferences)}</h2>
      {mark !== null && (
        <span className={classes.mark} title={t('chart.maxHint')}>
          {t('chart.max', { value: write(mark) })}
        </span>
      )}
      <Readout cursor={cursor} values={values} write={write} />
    </div>
  )
}
