import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Workout } from '@/web/api/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { StretchSliders } from '@/web/charts/StretchSliders'
import { type Axis, axisValues } from '@/web/charts/series'
import { placeOf } from '@/web/charts/series-text'
import type { Track } from '@/web/charts/track'
import { useObserved } from '@/web/charts/use-observed'
import { QuantityList } from '@/web/components/QuantityList'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './StretchPanel.module.css'
import { stretchFacts } from './stretch-facts'

/** The selected stretch: its numbers, its ends, and the ways nearer to it and back. */
export function StretchPanel({
  track,
  workout,
  axis,
  link: { stretch, zoom },
}: {
  track: Track
  workout: Workout
  axis: Axis
  link: TrackLink
}) {
  const preferences = usePreferences()
  const selected = useObserved(stretch)
  const zoomed = useObserved(zoom)
  const { units } = preferences
  const { sport_id: sportId } = workout
  const xs = useMemo(
    () => axisValues(track, axis, { units, sportId }),
    [track, axis, units, sportId],
  )
  const facts = selected ? stretchFacts(track, selected, { workout, preferences }) : []
  if (!selected && !zoomed) return null
  const describe = (index: number) => {
    const point = track.points[index]
    const distance = point?.distance === null ? null : (track.distances[index] ?? null)
    return point ? placeOf({ ...point, distance }, { ...preferences, sportId }) : ''
  }
  return (
    <section className={classes.panel} aria-label={t('stretch.title')}>
      <QuantityList
        quantities={facts.map(({ label, quantity }) => [label, quantity])}
        className={classes.facts}
      />
      <div className={classes.tools}>
        <StretchSliders xs={xs} stretch={stretch} className={classes.end} describe={describe} />
        <div className={classes.buttons}>
          {selected && (
            <Button variant="default" size="sm" onClick={() => zoom.set(selected)}>
              {t('stretch.zoom')}
            </Button>
          )}
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              stretch.set(null)
              zoom.set(null)
            }}
          >
            {t('stretch.whole')}
          </Button>
        </div>
      </div>
    </section>
  )
}
