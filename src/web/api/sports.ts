import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { sportName } from '@/web/i18n/names'
import { spokenLanguage } from '@/web/i18n/text'
import { api, type DataOf, dataOf } from './client'

/** A sport as the account sees it. */
export type Sport = DataOf<typeof api.sports.get>['data']['sports'][number]

const inLanguage = new WeakMap<readonly Sport[], { language: string; sports: Sport[] }>()

/** The sports with their names in the language of the page: once for all of the many who ask. */
function named(sports: Sport[]): Sport[] {
  const language = spokenLanguage()
  const known = inLanguage.get(sports)
  if (known?.language === language) return known.sports
  const made = sports.map((sport) => ({ ...sport, label: sportName(sport) }))
  inLanguage.set(sports, { language, sports: made })
  return made
}

/** All sports, with the account's own colours and choices. */
export const sportsQuery = queryOptions({
  queryKey: ['sports'],
  queryFn: async () => (await dataOf(api.sports.get())).data.sports,
  select: named,
  staleTime: 5 * 60_000,
})

/** What an account can change of a sport for itself. */
export interface SportInput {
  sport_id: number
  color?: string
  is_active?: boolean
  stopped_speed_threshold?: number
  pace_speed_display?: 'pace' | 'speed' | 'pace_and_speed'
  default_equipment_ids?: string[]
}

/** Saves how the account treats a sport; what is not given stays. */
export async function saveSport(input: SportInput): Promise<void> {
  await dataOf(api.auth.profile.edit.sports.patch({ ...input }))
}

/** Forgets how the account treats a sport: it is as the server has it again. */
export async function resetSport(id: number): Promise<void> {
  await dataOf(api.auth.profile.reset.sports({ sport_id: id }).delete())
}

/** The sports as the server has them, and whether anybody did them; for administrators. */
export const serverSportsQuery = queryOptions({
  queryKey: ['sports', 'server'],
  queryFn: async () =>
    (await dataOf(api.sports.get({ query: { check_workouts: 'true' } }))).data.sports,
  select: named,
})

/** Offers a sport on this server, or no longer. */
export async function offerSport({ id, offer }: { id: number; offer: boolean }): Promise<void> {
  await dataOf(api.sports({ sport_id: id }).patch({ is_active: offer }))
}

/** Marks the sports, and the equipment that is their default, as stale. */
export async function refreshSports(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['sports'] }),
    client.invalidateQueries({ queryKey: ['equipment'] }),
  ])
}
