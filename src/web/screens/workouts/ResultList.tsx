import { Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { WorkoutFilters } from '@/web/api/workouts/workout-filters'
import { LIST_PAGE_SIZE, workoutPageQuery } from '@/web/api/workouts/workout-list'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { WorkoutRow } from '@/web/components/lists/WorkoutRow'
import { t } from '@/web/i18n/text'
import { useScrollPosition } from './use-scroll-position'
import classes from './WorkoutsScreen.module.css'

/** Estimated height of a row until it is measured. */
const ROW_HEIGHT = 72
/** Number of rows rendered beyond the visible ones. */
const BEYOND = 8

/** A virtual list of the matching workouts: only visible rows are rendered and requested. */
export function ResultList({
  filters,
  total,
  check,
}: {
  filters: WorkoutFilters
  total: number
  /** Renders a checkbox in front of a workout. */
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
  useScrollPosition(rows, top)
  const items = rows.getVirtualItems()
  const { lacking, workoutAt } = useResultPages(filters, items)
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
          <LoadError queries={lacking} />
        </div>
      )}
    </>
  )
}

/** Offset of an element from the top of the page; updated when the content above changes its height. */
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

/** Loads the pages that contain the rows in view. */
function useResultPages(filters: WorkoutFilters, rows: readonly { index: number }[]) {
  const pageOf = (index: number) => Math.floor(index / LIST_PAGE_SIZE) + 1
  const pages = [...new Set(rows.map(({ index }) => pageOf(index)))]
  const results = useQueries({ queries: pages.map((page) => workoutPageQuery(filters, page)) })
  return {
    lacking: results.filter(({ error, data }) => error && !data),
    workoutAt: (index: number) =>
      results[pages.indexOf(pageOf(index))]?.data?.data.workouts[index % LIST_PAGE_SIZE],
  }
}
