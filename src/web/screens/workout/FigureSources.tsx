import { FIGURE_SOURCES, type MeasuredBy } from '@/domain/reference/measurements'
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

const SOURCES = {
  device: 'measured.device',
  samples: 'measured.samples',
  track: 'measured.track',
} as const

/** Says which numbers come from the device, and which ones from the track; nothing for workouts measured otherwise. */
export function FigureSources({
  workout: { measured_by: sources },
  className,
}: {
  workout: Workout
  className: string | undefined
}) {
  if (!sources) return null
  const names = Object.keys(FIGURES) as (keyof typeof FIGURES)[] // the type of keys is lost by Object.keys
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
