import { FIGURE_SOURCES, type MeasuredBy } from '@/domain/reference/measurements'
import { hasDistance } from '@/domain/reference/sport-distance'
import type { Workout } from '@/web/api/workouts/workouts'
import { type TextKey, t } from '@/web/i18n/text'

const FIGURES = {
  distance: 'stat.distance',
  moving: 'stat.moving',
  duration: 'stat.duration',
  ascent: 'stat.ascent',
  descent: 'stat.descent',
  max_speed: 'stat.maxSpeed',
} as const satisfies Record<keyof MeasuredBy, TextKey>

/** Figures that workouts without distance do not show. */
const OF_DISTANCE: ReadonlySet<string> = new Set(['distance', 'ascent', 'descent', 'max_speed'])

const SOURCES = {
  device: 'measured.device',
  samples: 'measured.samples',
  track: 'measured.track',
} as const

/** Says which numbers come from the device, and which ones from the track; nothing for workouts measured otherwise. */
export function FigureSources({
  workout,
  className,
}: {
  workout: Workout
  className: string | undefined
}) {
  const { measured_by: sources } = workout
  if (!sources) return null
  const all = Object.keys(FIGURES) as (keyof typeof FIGURES)[] // the type of keys is lost by Object.keys
  const names = all.filter((name) => hasDistance(workout) || !OF_DISTANCE.has(name))
  return FIGURE_SOURCES.map((source) => {
    const figures = names.filter((name) => sources[name] === source)
    if (figures.length === 0) return null
    const list = figures.map((name) => t(FIGURES[name])).join(', ')
    return (
      <p key={source} className={className}>
        {t(SOURCES[source], { figures: list })}
      </p>
    )
  })
}
