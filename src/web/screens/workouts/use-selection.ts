import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { WorkoutFilters } from '@/web/api/workout-filters'
import { foundQuery, LIST_PAGE } from '@/web/api/workout-list'
import type { ListedWorkout } from '@/web/api/workouts'

/** Titles of the selected workouts by their ids. */
export type Selection = ReadonlyMap<string, string>

/** Selecting among the workouts that were found, also those that are not loaded yet. */
export function useSelection(filters: WorkoutFilters, total: number) {
  const client = useQueryClient()
  const [selection, select] = useState<Selection>(new Map())
  const last = useRef<number>(undefined)

  /** The workouts of a stretch of the list, whose ends belong to it. */
  const reading = useMutation({
    mutationFn: async ([from, to]: readonly [number, number]) => {
      const found: ListedWorkout[] = []
      const first = Math.floor(from / LIST_PAGE)
      for (let page = first; page * LIST_PAGE <= to; page++) {
        const answer = await client.ensureQueryData(foundQuery(filters, page + 1))
        found.push(...answer.data.workouts)
      }
      return found.slice(from - first * LIST_PAGE, to + 1 - first * LIST_PAGE)
    },
  })
  /** The same; none, and `error`, when they could not be read. */
  const read = (from: number, to: number) =>
    reading.mutateAsync([from, to]).catch((): ListedWorkout[] => [])

  /** Selects a workout or no longer; with all between it and the one before when `isRange`. */
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
