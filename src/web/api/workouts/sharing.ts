import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import { fetchFile } from '@/web/api/client/download'

const linkRoutes = (workoutId: string) =>
  api.workouts({ workout_short_id: workoutId })['share-links']

/** A public link to a workout, without its secret URL. */
export type ShareLink = ResponseData<
  ReturnType<typeof linkRoutes>['get']
>['data']['share_links'][number]

/** The picture of a workout for sharing, as a PNG. */
export const cardQuery = (workoutId: string, withMap: boolean) =>
  queryOptions({
    queryKey: ['workout', workoutId, 'card', withMap],
    queryFn: () => fetchFile(`/api/workouts/${workoutId}/card?with_map=${withMap}`),
    // Pictures of earlier choices are not needed again.
    gcTime: 0,
  })

/** The public links to a workout, newest first. */
export const shareLinksQuery = (workoutId: string) =>
  queryOptions({
    queryKey: ['workout', workoutId, 'share-links'],
    queryFn: async () => (await unwrap(linkRoutes(workoutId).get())).data.share_links,
  })

/** Creates a public link and returns its URL, which cannot be retrieved later. */
export async function createShareLink(
  workoutId: string,
  input: { with_map: boolean; expires_in_days: number | null },
): Promise<string> {
  return (await unwrap(linkRoutes(workoutId).post(input))).data.share_link.url
}

/** Revokes a public link. */
export async function revokeShareLink(workoutId: string, linkId: number): Promise<void> {
  await unwrap(linkRoutes(workoutId)({ share_link_id: linkId }).delete())
}

/** Marks the list of links as stale. */
export const refreshShareLinks = (client: QueryClient, workoutId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: shareLinksQuery(workoutId).queryKey })
