import { Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { WorkoutFilters } from '@/web/api/workout-filters'
import { foundQuery, LIST_PAGE } from '@/web/api/workout-list'
import type { ListedWorkout } from '@/web/api/workouts'
import { LoadError } from '@/web/components/LoadError'
import { WorkoutRow } from '@/web/components/WorkoutRow'
import { t } from '@/web/i18n/text'
import { useKeptPlace } from './use-kept-place'
import classes from './WorkoutsScreen.module.css'

/** Height of a row until it is known. */
const ROW_HEIGHT = 72
/** So many rows are drawn beyond what is in view. */
const BEYOND = 8

/** The found workouts, of which only those in view are drawn and asked for, however many there are. */
export function FoundList({
  filters,
  total,
  check,
}: {
  filters: WorkoutFilters
  total: number
  /** What stands before a workout, to select it. */
  check?: (workout: ListedWorkout, index: number) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const top = useTop(list)
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_HEIGHT,
    overscan: BEYOND,
    scrollMargin: top,
  })
  useKeptPlace(rows, top)
  const items = rows.getVirtualItems()
  const pageOf = (index: number) => Math.floor(index / LIST_PAGE) + 1
  const pages = [...new Set(items.map(({ index }) => pageOf(index)))]
  const answers = useQueries({ queries: pages.map((page) => foundQuery(filters, page)) })
  const lacking = answers.filter(({ error, data }) => error && !data)
  const workoutAt = (index: number) =>
    answers[pages.indexOf(pageOf(index))]?.data?.data.workouts[index % LIST_PAGE]
  return (
    <>
      <ul
        ref={list}
        className={classes.rows}
        style={{ height: rows.getTotalSize() }}
        aria-label={t('workouts.title')}
      >
        {items.map(({ index, start }) => {
          const workout = workoutAt(index)
          const frame = {
            ref: rows.measureElement,
            'data-index': index,
            'aria-setsize': total,
            'aria-posinset': index + 1,
            style: { transform: `translateY(${start - top}px)` },
          }
          return workout ? (
            <WorkoutRow
              key={workout.id}
              workout={workout}
              frame={frame}
              before={check?.(workout, index)}
            />
          ) : (
            <li key={index} className={classes.waiting} {...frame}>
              <Skeleton height={42} />
            </li>
          )
        })}
      </ul>
      {lacking.length > 0 && (
        <div className={classes.failure}>
          <LoadError of={lacking} />
        </div>
      )}
    </>
  )
}

/** How far an element is below the top of the page, also when what is above it becomes higher or lower. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [element])
  return top
}
