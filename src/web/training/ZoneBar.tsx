import type { ZoneKind } from '@/web/api/training'
import { Legend, LegendItem } from '@/web/components/Legend'
import { t } from '@/web/i18n/text'
import classes from './ZoneBar.module.css'
import { zoneName } from './zone-text'

/** How strong the colour of each zone is, the easiest first. */
const STRENGTHS: Readonly<Record<number, readonly number[]>> = {
  5: [22, 40, 58, 78, 100],
  7: [16, 30, 44, 58, 72, 86, 100],
}

const colourOf = (index: number, count: number): string =>
  `color-mix(in oklab, var(--mp-accent) ${STRENGTHS[count]?.[index] ?? 100}%, var(--mp-sunken))`

/** Time in zones as one bar, or of one zone alone as its share of all. The numbers stand beside it. */
export function ZoneBar({
  seconds,
  only,
}: {
  seconds: readonly number[]
  /** The only zone to draw. */
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
              background: colourOf(index, seconds.length),
            }}
          />
        ) : null,
      )}
    </span>
  )
}

/** Which zone has which colour. */
export function ZoneLegend({ kind, count }: { kind: ZoneKind; count: number }) {
  const names = Array.from({ length: count }, (_, index) => zoneName(kind, index, count))
  return (
    <Legend label={t('zone.zone')}>
      {names.map((name, index) => (
        <LegendItem key={name} color={colourOf(index, count)}>
          {name}
        </LegendItem>
      ))}
    </Legend>
  )
}
