import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'

const { privacy } = api

type Privacy = ResponseData<typeof privacy.get>['data']

/** A place that others must not find, with the area that is hidden from them because of it. */
export type PrivacyZone = Privacy['zones'][number]
/** What the account hides of all its recordings. */
export type PrivacySettings = Privacy['settings']
/** A place where several workouts start. */
export type SuggestedZone = ResponseData<
  typeof privacy.suggestions.get
>['data']['suggestions'][number]

const KEY = ['privacy']

/** The zones of the account, and what else it hides. */
export const privacyQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await unwrap(privacy.get())).data,
})

/** Places for which the account may want a zone, most frequent first. */
export const suggestedZonesQuery = queryOptions({
  queryKey: [...KEY, 'suggestions'],
  queryFn: async () => (await unwrap(privacy.suggestions.get())).data.suggestions,
})

/** The lines of one of the account's workouts that others may see: longitude before latitude. */
export const visibleLinesQuery = (workoutId: string) =>
  queryOptions({
    queryKey: [...KEY, 'workout', workoutId],
    queryFn: async () =>
      (await unwrap(privacy.workouts({ workout_short_id: workoutId }).get())).data.geojson
        .coordinates,
  })
