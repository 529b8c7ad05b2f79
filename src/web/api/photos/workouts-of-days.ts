import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'
import { addDays } from '@/web/format/days'

/** The user's latest workouts, and those of some days (`YYYY-MM-DD`) and the days next to them, without repetition. */
export const workoutsOfDaysQuery = (days: readonly string[]) =>
  queryOptions({
    queryKey: ['workouts', 'days', days],
    queryFn: async () => {
      const ranges = days.map((day) => ({ from: addDays(day, -1), to: addDays(day, 1) }))
      const pages = await Promise.all([undefined, ...ranges].map(fetchNewest))
      return [...new Map(pages.flat().map((workout) => [workout.id, workout])).values()]
    },
  })

async function fetchNewest(days: { from: string; to: string } | undefined) {
  const query = { ...days, page: '1', per_page: '50' }
  return (await unwrap(api.workouts.get({ query }))).data.workouts
}
