import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import { translateSport } from '@/web/i18n/names'
import { getLanguage } from '@/web/i18n/text'

/** The sport that the user assigned to a sport name from recordings. */
export type SportName = ResponseData<
  (typeof api.auth.profile)['sport-names']['get']
>['data']['sport_names'][number]

/** Sport names found in recordings and the sport that the user assigned to each. */
export const sportNamesQuery = queryOptions({
  queryKey: ['sport-names'],
  queryFn: async () => (await unwrap(api.auth.profile['sport-names'].get())).data,
})

/** Changes to the assigned sports; null removes the assignment. */
export interface SportNameChanges {
  sport_names?: Record<string, number | null>
  default_sport_id?: number | null
}

/** Saves assignments of sport names and the default sport; fields that are not given do not change. */
export async function saveSportNames(
  client: QueryClient,
  changes: SportNameChanges,
): Promise<void> {
  const { data } = await unwrap(api.auth.profile['sport-names'].patch(changes))
  client.setQueryData(sportNamesQuery.queryKey, data)
}

/** A sport with the account's settings for it. */
export type Sport = ResponseData<typeof api.sports.get>['data']['sports'][number]

const inLanguage = new WeakMap<readonly Sport[], { language: string; sports: Sport[] }>()

/** Returns the sports with names in the current language. Cached by list, because many components select it. */
function withNames(sports: Sport[]): Sport[] {
  const language = getLanguage()
  const cached = inLanguage.get(sports)
  if (cached?.language === language) return cached.sports
  const translated = sports.map((sport) => ({ ...sport, label: translateSport(sport) }))
  inLanguage.set(sports, { language, sports: translated })
  return translated
}

/** All sports, with the account's colours and settings. */
export const sportsQuery = queryOptions({
  queryKey: ['sports'],
  queryFn: async () => (await unwrap(api.sports.get({ query: { all: 'true' } }))).data.sports,
  select: withNames,
  staleTime: 5 * 60_000,
})

/** Settings of a sport that an account can change for itself. */
export interface SportInput {
  sport_id: number
  color?: string
  is_active?: boolean
  stopped_speed_threshold?: number
  pace_speed_display?: 'pace' | 'speed' | 'pace_and_speed'
  default_equipment_ids?: string[]
}

/** Saves the account's settings for a sport; fields that are not given do not change. */
export async function saveSport(input: SportInput): Promise<void> {
  await unwrap(api.auth.profile.edit.sports.patch({ ...input }))
}

/** Deletes the account's settings for a sport, which restores the server's defaults. */
export async function resetSport(id: number): Promise<void> {
  await unwrap(api.auth.profile.reset.sports({ sport_id: id }).delete())
}

/** The sports with the server's settings, each with whether it has any workouts; for administrators. */
export const serverSportsQuery = queryOptions({
  queryKey: ['sports', 'server'],
  queryFn: async () =>
    (await unwrap(api.sports.get({ query: { check_workouts: 'true', all: 'true' } }))).data.sports,
  select: withNames,
})

/** Activates or deactivates a sport on this server. */
export async function offerSport({ id, offer }: { id: number; offer: boolean }): Promise<void> {
  await unwrap(api.sports({ sport_id: id }).patch({ is_active: offer }))
}

/** How a custom sport looks. */
export interface CustomSportAppearance {
  label: string
  /** Null for that of the sport that it behaves like. */
  icon: string | null
  /** `#RRGGBB`. */
  color: string
}

/** A sport that an administrator adds. */
export interface CustomSportInput extends CustomSportAppearance {
  /** Id of the sport whose units, measurements and equipment it has. */
  behaves_like: number
}

/** Adds a custom sport to this server. */
export async function addCustomSport(input: CustomSportInput): Promise<void> {
  await unwrap(api.sports.post(input))
}

/** Changes a custom sport; null restores the icon or colour of the sport that it behaves like. */
export async function editCustomSport({
  id,
  ...changes
}: { id: number } & CustomSportAppearance): Promise<void> {
  await unwrap(api.sports({ sport_id: id }).patch(changes))
}

/** Deletes a custom sport without workouts. */
export async function deleteCustomSport(id: number): Promise<void> {
  await unwrap(api.sports({ sport_id: id }).delete())
}

/** Marks the sports as stale, and the equipment, which refers to sports as their default. */
export async function refreshSports(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['sports'] }),
    client.invalidateQueries({ queryKey: ['equipment'] }),
  ])
}
