import type { Analysis } from '@/web/api/workouts/efforts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatClock } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { IntervalRow } from '@/web/screens/workout/track/IntervalRow'
import { usePreferences } from '@/web/state/preferences'
import { findInterval } from './find-interval'
import { MoreRows, useFirstRows } from './first-rows'
import { STROKE_NAMES } from './stroke-names'

const COLUMNS = [
  ...(['segments.number', 'swim.lap', 'swim.stroke', 'climb.time'] as const),
  ...(['swim.strokes', 'swim.swolf'] as const),
]

const NONE = '–'

/** The pool lengths with stroke, number of strokes and SWOLF. */
export function SwimLengths({
  analysis: { laps, pool_length: pool },
  moments,
  link,
}: {
  analysis: Analysis
  /** Seconds from the start for each point; undefined until loaded. */
  moments: readonly number[] | undefined
  link: TrackLink
}) {
  const { locale } = usePreferences()
  const lengths = laps
    .flatMap(({ lengths: own = [] }, index) => own.map((one) => ({ ...one, lap: index + 1 })))
    .map((one, index) => ({ ...one, number: index + 1 }))
  const { shown, rest, showAll } = useFirstRows(lengths)
  if (lengths.length === 0) return null
  // Pool lengths are always shown in metres, also those of pools measured in yards.
  const size =
    pool && `${formatNumber(pool, Number.isInteger(pool) ? 0 : 2, locale)} ${t('unit.m')}`
  return (
    <NumberTable
      title={size ? t('swim.titleOf', { length: size }) : t('swim.title')}
      headings={COLUMNS.map((key) => t(key))}
    >
      {shown.map(({ start, duration = 0, active, stroke, strokes, swolf, lap, number }) => (
        <IntervalRow
          key={number}
          interval={findInterval(moments, { start, duration })}
          link={link}
          name={String(number)}
          label={t('swim.select', { number })}
        >
          <td>{lap}</td>
          <td>{strokeText(active, stroke)}</td>
          <td>{formatClock(duration)}</td>
          <td>{strokes ?? NONE}</td>
          <td>{swolf ?? NONE}</td>
        </IntervalRow>
      ))}
      <MoreRows rest={rest} columns={COLUMNS.length} onShow={showAll} />
    </NumberTable>
  )
}

function strokeText(active: boolean, stroke: keyof typeof STROKE_NAMES | undefined): string {
  if (!active) return t('lap.rest')
  return stroke ? t(STROKE_NAMES[stroke]) : NONE
}
