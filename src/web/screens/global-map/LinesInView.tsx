import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Thumbnail } from '@/web/components/lists/Thumbnail'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate } from '@/web/format/dates'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import type { LineNames } from '@/web/map/lines/decode-lines'
import { drawLineThumbnail } from '@/web/map/lines/draw-thumbnail'
import type { MapLines } from '@/web/map/lines/map-lines-query'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './LinesInView.module.css'

/** Height of every row in pixels, also in the style sheet. */
const ROW_HEIGHT = 60
/** Rows are rendered from a multiple of this number on, and until this many after the visible ones. */
const BATCH = 10
/** Number of rows that are visible at most. */
const MAX_VISIBLE = 20

/**
 * The workouts in view, latest first: a panel over the map, or a sheet at the bottom on phones. Their links are the way
 * to workouts on the map for keyboards and screen readers.
 */
export function LinesInView({
  data,
  names,
  positions,
  onPoint,
  onClose,
}: {
  data: MapLines
  names: LineNames | undefined
  positions: readonly number[]
  /** Called with the position of the workout under the pointer or with focus; undefined for none. */
  onPoint: (position: number | undefined) => void
  onClose: () => void
}) {
  const panel = useRef<HTMLElement>(null)
  const [batch, setBatch] = useState(0)
  const first = Math.max(0, (batch - 1) * BATCH)
  const rendered = positions.slice(first, (batch + 2) * BATCH + MAX_VISIBLE)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={t('globalMap.inView')}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <header>
        <h2>{t('globalMap.count', { count: positions.length })}</h2>
        <CloseButton aria-label={t('form.close')} onClick={onClose} />
      </header>
      <div
        className={classes.rows}
        onScroll={({ currentTarget }) =>
          setBatch(Math.floor(currentTarget.scrollTop / (BATCH * ROW_HEIGHT)))
        }
      >
        <ul style={{ height: positions.length * ROW_HEIGHT }}>
          {rendered.map((position, index) => (
            <li
              key={position}
              aria-setsize={positions.length}
              aria-posinset={first + index + 1}
              style={{ transform: `translateY(${(first + index) * ROW_HEIGHT}px)` }}
              onMouseEnter={() => onPoint(position)}
              onMouseLeave={() => onPoint(undefined)}
              onFocus={() => onPoint(position)}
              onBlur={() => onPoint(undefined)}
            >
              <LineLink data={data} names={names} position={position} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A link to a workout, named by its title, date and distance. */
function LineLink({
  data,
  names,
  position,
}: {
  data: MapLines
  names: LineNames | undefined
  position: number
}) {
  const preferences = usePreferences()
  const { dates, sportIds, distances } = data
  const sportId = sportIds[position] ?? 0
  const sport = useSport(sportId)
  const id = names?.ids[position]
  const distance = formatSportDistance(distances[position] ?? null, sportId, preferences)
  const content = (
    <>
      <SportMedal sportId={sportId} size={32} />
      <span className={classes.text}>
        <span className={classes.title}>{names?.titles[position] || sport?.label}</span>
        <span className={classes.numbers}>
          {formatDate(new Date(dates[position] ?? Number.NaN), preferences)}
          <span> · </span>
          {formatQuantity(distance)}
        </span>
      </span>
      <Thumbnail drawing={drawLineThumbnail(data.lines, position)} sportId={sportId} />
    </>
  )
  if (!id) return <span className={classes.link}>{content}</span>
  return (
    <Link to="/workouts/$workoutId" params={{ workoutId: id }} className={classes.link}>
      {content}
    </Link>
  )
}
