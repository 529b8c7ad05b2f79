import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import type { Effort } from './efforts'
import { refreshWorkouts } from './workouts'

const editRoutes = (id: string) => api.workouts({ workout_short_id: id }).edits
type EditRoutes = ReturnType<typeof editRoutes>

/** The edits of a recording, and suggested ones. */
export type RecordingEdits = ResponseData<EditRoutes['get']>['data']

/** An edit to preview or to save. */
export type NewEdit = Parameters<EditRoutes['post']>[0]['edits'][number]
/** The figures before and after an edit, and the remaining line. */
export type EditPreview = ResponseData<EditRoutes['preview']['post']>['data']['preview']

export const editsQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'edits'],
    queryFn: async () => (await unwrap(editRoutes(id).get())).data,
  })

export const editPreviewQuery = (id: string, edit: NewEdit | null) =>
  queryOptions({
    queryKey: ['workout', id, 'edit-preview', edit],
    queryFn: async () =>
      (await unwrap(editRoutes(id).preview.post({ edits: edit ? [edit] : [] }))).data.preview,
    enabled: edit !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export async function editRecording(id: string, edit: NewEdit): Promise<void> {
  await unwrap(editRoutes(id).post({ edits: [edit] }))
}

/** Undoes the last edit, or all. */
export async function undoEdits(id: string, all: boolean): Promise<void> {
  await unwrap(editRoutes(id).delete(undefined, { query: all ? { all: 'true' } : {} }))
}

/** Excludes an effort from rankings, or includes it again. */
export async function excludeEffort(
  id: string,
  { kind, target }: Pick<Effort, 'kind' | 'target'>,
  excluded: boolean,
): Promise<void> {
  await unwrap(api.workouts({ workout_short_id: id }).efforts.patch({ kind, target, excluded }))
}

/** Marks everything that depends on a recording as stale. */
export async function refreshRecording(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['workout', id] }),
    client.invalidateQueries({ queryKey: ['efforts'] }),
    refreshWorkouts(client),
  ])
}
