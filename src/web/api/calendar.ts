import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import type { ListedWorkout } from './workouts'

const PAGE_SIZE = '100'

/** The own workouts between two days (`YYYY-MM-DD`), oldest first. */
export const daysQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['workouts', 'days', from, to],
    queryFn: () => listDays(from, to),
  })

async function listDays(from: string, to: string): Promise<ListedWorkout[]> {
  const workouts: ListedWorkout[] = []
  for (let page = 1; ; page += 1) {
    const stretch = { from, to, order: 'asc' as const, page: String(page), per_page: PAGE_SIZE }
    const { data, pagination } = await dataOf(api.workouts.get({ query: stretch }))
    workouts.push(...data.workouts)
    if (!pagination.has_next) return workouts
  }
}
