import { useState } from 'react'
import type { DayFitness } from '@/web/api/workouts/training'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import { formatDay } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FormChart.module.css'
import { FORM_BANDS, getBandName } from './form-bands'

type Column = 'fitness' | 'fatigue' | 'form'

const NAMES = {
  fitness: 'load.fitness',
  fatigue: 'load.fatigue',
  form: 'load.form',
} as const satisfies Record<Column, TextKey>
const COLOURS: Readonly<Record<Column, string>> = {
  fitness: 'var(--mp-series-speed)',
  fatigue: 'var(--mp-series-hr)',
  form: 'var(--mp-series-power)',
}
const COLUMNS = ['fitness', 'fatigue', 'form'] as const

/**
 * Line charts over days: fitness and fatigue, and below them form in front of its bands. A slider below selects the day
 * whose values are shown.
 */
export function FormChart({
  days,
  isEstimate,
}: {
  days: readonly DayFitness[]
  /** Whether the lines are dotted. */
  isEstimate: boolean
}) {
  const preferences = usePreferences()
  const [picked, pick] = useState<string>()
  const last = days.length - 1
  // Keeps the selected day when the range of days changes.
  const found = days.findIndex((each) => each.day === picked)
  const at = found < 0 ? last : found
  const day = days[at]
  const date = (text: string) => formatDay(text, preferences)
  const number = (value: number) => formatNumber(value, 0, preferences.locale)
  if (!day) return null
  return (
    <div className={classes.chart}>
      <Legend isLive>
        <LegendItem>{date(day.day)}</LegendItem>
        {COLUMNS.map((column) => (
          <LegendItem key={column} color={COLOURS[column]}>
            {t(NAMES[column])} <b>{number(day[column])}</b>
            {column === 'form' && <span>({t(getBandName(day.form))})</span>}
          </LegendItem>
        ))}
        <LegendItem>
          {t('load.load')} <b>{number(day.load)}</b>
        </LegendItem>
      </Legend>
      <div
        className={classes.plots}
        role="img"
        aria-label={t('training.form')}
        data-estimate={isEstimate}
      >
        <LinesPlot days={days} columns={['fitness', 'fatigue']} at={at} />
        <LinesPlot days={days} columns={['form']} at={at} isBanded />
      </div>
      <input
        className={classes.slider}
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t('training.day')}
        aria-valuetext={date(day.day)}
        onChange={({ currentTarget }) => pick(days[Number(currentTarget.value)]?.day)}
      />
      <div className={classes.days}>
        <span>{date(days[0]?.day ?? '')}</span>
        <span>{date(days[last]?.day ?? '')}</span>
      </div>
    </div>
  )
}

/** Minimum range of the axis of form, which shows the names of at least two bands. */
const [MIN_FORM, MAX_FORM] = [-20, 12]
/** Bands that take up less of the height have no name. */
const MIN_NAMED = 0.1
/** Minimum distance between two labels, as a share of the height. */
const LABEL_HEIGHT = 0.1

/** Lines over days with their names at the ends, and the ends of the axis. */
function LinesPlot({
  days,
  columns,
  at,
  isBanded = false,
}: {
  days: readonly DayFitness[]
  columns: readonly Column[]
  /** Index of the selected day. */
  at: number
  /** Whether the bands of form are behind the lines. */
  isBanded?: boolean
}) {
  const { locale } = usePreferences()
  const values = days.flatMap((day) => columns.map((column) => day[column]))
  const min = Math.min(isBanded ? MIN_FORM : 0, ...values)
  const max = Math.max(isBanded ? MAX_FORM : 1, ...values)
  const last = days.length - 1
  const x = (index: number) => (last === 0 ? 0 : (index / last) * 100)
  const y = (value: number) => (1 - (value - min) / (max - min)) * 100
  const line = (column: Column) =>
    days.map((day, index) => `${x(index).toFixed(2)},${y(day[column]).toFixed(2)}`).join(' ')
  return (
    <div className={isBanded ? classes.form : classes.plot}>
      {isBanded && <Bands min={min} max={max} y={y} />}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <line className={classes.zero} x1={0} x2={100} y1={y(0)} y2={y(0)} />
        {columns.map((column) => (
          <polyline key={column} style={{ stroke: COLOURS[column] }} points={line(column)} />
        ))}
        <line className={classes.cursor} x1={x(at)} x2={x(at)} y1={0} y2={100} />
      </svg>
      <span className={classes.max}>{formatNumber(max, 0, locale)}</span>
      <span className={classes.min}>{formatNumber(min, 0, locale)}</span>
      <EndLabels day={days[last]} columns={columns} y={y} />
    </div>
  )
}

/** The bands of form as areas with their names. */
function Bands({ min, max, y }: { min: number; max: number; y: (value: number) => number }) {
  return FORM_BANDS.map(({ name, from, to, color }) => {
    const [low, high] = [Math.max(from, min), Math.min(to, max)]
    if (high <= low) return null
    const height = y(low) - y(high)
    return (
      <span
        key={name}
        className={classes.band}
        style={{ '--mp-band': color, top: `${y(high)}%`, height: `${height}%` }}
      >
        {height >= MIN_NAMED * 100 && <span>{t(name)}</span>}
      </span>
    )
  })
}

/** The names of the lines at their ends, moved apart where the lines meet. */
function EndLabels({
  day,
  columns,
  y,
}: {
  day: DayFitness | undefined
  columns: readonly Column[]
  y: (value: number) => number
}) {
  if (!day) return null
  let next = LABEL_HEIGHT * 100
  return columns
    .toSorted((one, other) => day[other] - day[one])
    .map((column) => {
      const top = Math.max(y(day[column]), next)
      next = top + LABEL_HEIGHT * 100
      return (
        <span
          key={column}
          className={classes.label}
          style={{ top: `${top}%`, color: COLOURS[column] }}
        >
          {t(NAMES[column])}
        </span>
      )
    })
}
