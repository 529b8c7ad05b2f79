import type { Workout } from '@/web/api/workouts'
import type { Stretch } from '@/web/charts/cursor'
import { measureStretch } from '@/web/charts/stretch-numbers'
import type { Track } from '@/web/charts/track'
import { cadenceUnit } from '@/web/format/cadence'
import { formatClock } from '@/web/format/duration'
import { countOf, heightOf } from '@/web/format/quantity'
import { speedMeasure } from '@/web/format/speed'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'
import type { Fact } from './workout-numbers'

const SECONDS_PER_HOUR = 3600

/** The numbers of a stretch, named as those of the whole workout are; what was not measured is left out. */
export function stretchFacts(
  track: Track,
  stretch: Stretch,
  { workout, preferences }: { workout: Workout; preferences: Preferences },
): Fact[] {
  const { distance, elapsed, moving, ascent, descent, hr, cadence, power } = measureStretch(
    track,
    stretch,
  )
  const travelled = distance !== null && distance > 0 && moving > 0 ? distance : null
  const measure = speedMeasure(workout, preferences)
  const clock = (seconds: number) => ({ value: formatClock(seconds), unit: '' })
  const facts: (Fact | false)[] = [
    distance !== null && {
      label: 'stat.distance',
      quantity: sportDistanceOf(distance, workout.sport_id, preferences),
    },
    { label: 'stat.duration', quantity: clock(elapsed) },
    travelled !== null && { label: 'stat.moving', quantity: clock(moving) },
    travelled !== null && {
      label: measure.average,
      quantity: measure.write((travelled / moving) * SECONDS_PER_HOUR),
    },
    preferences.showAscent &&
      ascent !== null && { label: 'stat.ascent', quantity: heightOf(ascent, preferences) },
    preferences.showAscent &&
      descent !== null && { label: 'stat.descent', quantity: heightOf(descent, preferences) },
    hr !== null && { label: 'series.hr', quantity: countOf(hr, t('unit.bpm'), preferences) },
    cadence !== null && {
      label: 'series.cadence',
      quantity: countOf(cadence, cadenceUnit(workout.sport_id), preferences),
    },
    power !== null && { label: 'series.power', quantity: countOf(power, t('unit.w'), preferences) },
  ]
  return facts.filter((fact) => fact !== false)
}
