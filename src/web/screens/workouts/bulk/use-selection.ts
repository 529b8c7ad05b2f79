import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { WorkoutFilters } from '@/web/api/workouts/workout-filters'
import { LIST_PAGE_SIZE, workoutPageQuery } from '@/web/api/workouts/workout-list'
import type { ListedWorkout } from '@/web/api/workouts/workouts'

/** Titles of the selected workouts by their ids. */
export type Selection = ReadonlyMap<string, string>

/** Selects matching workouts, including those that are not loaded yet. */
export function useSelection(filters: WorkoutFilters, total: number) {
  const client = useQueryClient()
  const [selection, select] = useState<Selection>(new Map())
  const last = useRef<number>(undefined)

  /** Loads the workouts of a range of the list, both ends included. */
  const reading = useMutation({
    mutationFn: async ([from, to]: readonly [number, number]) => {
      const found: ListedWorkout[] = []
      const first = Math.floor(from / LIST_PAGE_SIZE)
      for (let page = first; page * LIST_PAGE_SIZE <= to; page++) {
        const response = await client.ensureQueryData(workoutPageQuery(filters, page + 1))
        found.push(...response.data.workouts)
      }
      return found.slice(from - first * LIST_PAGE_SIZE, to + 1 - first * LIST_PAGE_SIZE)
    },
  })
  /** Loads a range; on failure returns an empty list and sets `error`. */
  const read = (from: number, to: number) =>
    reading.mutateAsync([from, to]).catch((): ListedWorkout[] => [])

  /** Toggles a workout; with `isRange` also all workouts between it and the previously toggled one. */
  const toggle = async (index: number, workout: ListedWorkout, isRange: boolean) => {
    const isOn = !selection.has(workout.id)
    const from = isRange ? (last.current ?? index) : index
    last.current = index
    const changed =
      from === index ? [workout] : await read(Math.min(from, index), Math.max(from, index))
    select((before) => {
      const after = new Map(before)
      for (const { id, title } of changed) {
        if (isOn) after.set(id, title ?? '')
        else after.delete(id)
      }
      return after
    })
  }

  const selectAll = async () => {
    const all = await read(0, total - 1)
    if (all.length > 0) select(new Map(all.map(({ id, title }) => [id, title ?? ''])))
  }

  const { isPending: isReading, error } = reading
  return { selection, select, isReading, error, toggle, selectAll }
}
