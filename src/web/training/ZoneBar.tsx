import type { ZoneKind } from '@/web/api/workouts/training'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import { t } from '@/web/i18n/text'
import classes from './ZoneBar.module.css'
import { formatZoneName } from './zone-text'

/** The colour of a zone; the easiest is 0. */
const getColour = (index: number): string => `var(--mp-zone-${index + 1})`

/**
 * A bar of the time in each zone, or of the share of a single zone. Hidden from screen readers, because the numbers are
 * next to it.
 */
export function ZoneBar({
  seconds,
  only,
}: {
  seconds: readonly number[]
  /** Index of the only zone to draw. */
  only?: number
}) {
  const total = seconds.reduce((sum, time) => sum + time, 0)
  return (
    <span className={classes.bar} aria-hidden="true">
      {seconds.map((time, index) =>
        time > 0 && (only === undefined || only === index) ? (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: zones have no other name.
            key={index}
            style={{
              width: `${(time / total) * 100}%`,
              background: getColour(index),
            }}
          />
        ) : null,
      )}
    </span>
  )
}

/** A legend of the zones' colours. */
export function ZoneLegend({ kind, count }: { kind: ZoneKind; count: number }) {
  const names = Array.from({ length: count }, (_, index) => formatZoneName(kind, index, count))
  return (
    <Legend label={t('zone.zone')}>
      {names.map((name, index) => (
        <LegendItem key={name} color={getColour(index)}>
          {name}
        </LegendItem>
      ))}
    </Legend>
  )
}
