import type { Analysis } from '@/web/api/efforts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/NumberTable'
import { formatClock } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { StretchRow } from '@/web/screens/workout/StretchRow'
import { usePreferences } from '@/web/state/preferences'
import { MoreRows, useFirstRows } from './first-rows'
import { stretchOf } from './stretch-of'
import { STROKE_NAMES } from './stroke-names'

const COLUMNS = [
  ...(['segments.number', 'swim.lap', 'swim.stroke', 'climb.time'] as const),
  ...(['swim.strokes', 'swim.swolf'] as const),
]

const NONE = '–'

/** The lengths of a pool, each with stroke, strokes and SWOLF. */
export function SwimLengths({
  analysis: { laps, pool_length: pool },
  moments,
  link,
}: {
  analysis: Analysis
  /** Seconds of each point; undefined while they are not known. */
  moments: readonly number[] | undefined
  link: TrackLink
}) {
  const { locale } = usePreferences()
  const lengths = laps
    .flatMap(({ lengths: own = [] }, index) => own.map((one) => ({ ...one, lap: index + 1 })))
    .map((one, index) => ({ ...one, number: index + 1 }))
  const { shown, rest, showAll } = useFirstRows(lengths)
  if (lengths.length === 0) return null
  // Pools are measured in metres, or in yards that are shown as metres: there is no other name for them.
  const size =
    pool && `${formatNumber(pool, Number.isInteger(pool) ? 0 : 2, locale)} ${t('unit.m')}`
  return (
    <NumberTable
      title={size ? t('swim.titleOf', { length: size }) : t('swim.title')}
      headings={COLUMNS.map((key) => t(key))}
    >
      {shown.map(({ start, duration = 0, active, stroke, strokes, swolf, lap, number }) => (
        <StretchRow
          key={number}
          stretch={stretchOf(moments, { start, duration })}
          link={link}
          name={String(number)}
          label={t('swim.select', { number })}
        >
          <td>{lap}</td>
          <td>{strokeText(active, stroke)}</td>
          <td>{formatClock(duration)}</td>
          <td>{strokes ?? NONE}</td>
          <td>{swolf ?? NONE}</td>
        </StretchRow>
      ))}
      <MoreRows rest={rest} columns={COLUMNS.length} onShow={showAll} />
    </NumberTable>
  )
}

function strokeText(active: boolean, stroke: keyof typeof STROKE_NAMES | undefined): string {
  if (!active) return t('lap.rest')
  return stroke ? t(STROKE_NAMES[stroke]) : NONE
}
