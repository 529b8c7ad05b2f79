import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Thumbnail } from '@/web/components/lists/Thumbnail'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate, formatWeekday } from '@/web/format/dates'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './LineCard.module.css'
import type { LineNames } from './lines/decode-lines'
import { drawLineThumbnail } from './lines/draw-thumbnail'
import type { MapLines } from './lines/map-lines-query'

/** Describes the workout of a line on a map. A card that can be closed has a link to the workout. */
export function LineCard({
  data,
  position,
  names,
  onClose,
}: {
  data: MapLines
  position: number
  names: LineNames | undefined
  onClose: (() => void) | undefined
}) {
  const preferences = usePreferences()
  const { dates, sportIds, distances } = data
  const sportId = sportIds[position] ?? 0
  const sport = useSport(sportId)
  const date = new Date(dates[position] ?? Number.NaN)
  const id = names?.ids[position]
  const distance = formatSportDistance(distances[position] ?? null, sportId, preferences)
  return (
    <section
      className={classes.card}
      data-pinned={onClose ? '' : undefined}
      aria-label={t('globalMap.card')}
    >
      <SportMedal sportId={sportId} size={36} />
      <div className={classes.text}>
        <strong>{names?.titles[position] || sport?.label}</strong>
        <span>
          {formatWeekday(date, preferences)} {formatDate(date, preferences)} ·{' '}
          {formatQuantity(distance)}
        </span>
        {onClose && id && (
          <Link to="/workouts/$workoutId" params={{ workoutId: id }}>
            {t('globalMap.open')}
          </Link>
        )}
      </div>
      <Thumbnail drawing={drawLineThumbnail(data.lines, position)} sportId={sportId} />
      {onClose && <CloseButton aria-label={t('form.close')} onClick={onClose} />}
    </section>
  )
}
