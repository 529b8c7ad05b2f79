import { useState } from 'react'
import type { DayFitness } from '@/web/api/workouts/training'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import { formatDay } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FormChart.module.css'

const LINES = [
  { of: 'fitness', name: 'load.fitness', colour: 'var(--mp-series-speed)' },
  { of: 'fatigue', name: 'load.fatigue', colour: 'var(--mp-series-hr)' },
  { of: 'form', name: 'load.form', colour: 'var(--mp-series-power)' },
] as const satisfies readonly { of: keyof DayFitness; name: TextKey; colour: string }[]

const [WIDTH, HEIGHT] = [1000, 300]

/** A line chart of fitness, fatigue and form over days; a slider below selects the day whose values are shown. */
export function FormChart({ days }: { days: readonly DayFitness[] }) {
  const preferences = usePreferences()
  const [picked, pick] = useState<string>()
  const last = days.length - 1
  // Keeps the selected day when the range of days changes.
  const found = days.findIndex((each) => each.day === picked)
  const at = found < 0 ? last : found
  const day = days[at]
  const values = days.flatMap(({ fitness, fatigue, form }) => [fitness, fatigue, form])
  const [min, max] = [Math.min(0, ...values), Math.max(1, ...values)]
  const date = (text: string) => formatDay(text, preferences)
  const number = (value: number) => formatNumber(value, 0, preferences.locale)
  if (!day) return null
  return (
    <div className={classes.chart}>
      <Legend isLive>
        <LegendItem>{date(day.day)}</LegendItem>
        {LINES.map(({ of, name, colour }) => (
          <LegendItem key={of} color={colour}>
            {t(name)} <b>{number(day[of])}</b>
          </LegendItem>
        ))}
        <LegendItem>
          {t('load.load')} <b>{number(day.load)}</b>
        </LegendItem>
      </Legend>
      <div className={classes.plot}>
        <span className={classes.most}>{number(max)}</span>
        <span className={classes.least}>{number(min)}</span>
        <FormLines days={days} at={at} min={min} max={max} />
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

function FormLines({
  days,
  at,
  min,
  max,
}: {
  days: readonly DayFitness[]
  /** Index of the selected day. */
  at: number
  min: number
  max: number
}) {
  const last = days.length - 1
  const x = (index: number) => (last === 0 ? 0 : (index / last) * WIDTH)
  const y = (value: number) => HEIGHT - ((value - min) / (max - min)) * HEIGHT
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('training.form')}
    >
      <line className={classes.zero} x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
      {LINES.map(({ of, colour }) => (
        <polyline
          key={of}
          style={{ stroke: colour }}
          points={days.map((each, i) => `${x(i).toFixed(1)},${y(each[of]).toFixed(1)}`).join(' ')}
        />
      ))}
      <line className={classes.cursor} x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
    </svg>
  )
}
