import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'

const routesOf = (workoutId: string) => api.workouts({ workout_short_id: workoutId })
const keyOf = (workoutId: string) => ['workout', workoutId, 'comments']

type CommentRoutes = ReturnType<typeof routesOf>['comments']

/** What somebody wrote about a workout. */
export type Comment = DataOf<CommentRoutes['get']>['data']['comments'][number]

/** What the form for a comment sends. */
export type CommentInput = { text: string; text_visibility: Comment['text_visibility'] }

/** What was written about a workout, oldest first. */
export const commentsQuery = (workoutId: string) =>
  queryOptions({
    queryKey: keyOf(workoutId),
    queryFn: () => listComments(workoutId),
  })

async function listComments(workoutId: string): Promise<Comment[]> {
  const comments: Comment[] = []
  for (let page = 1; ; page += 1) {
    const query = { page: String(page) }
    const { data, pagination } = await dataOf(routesOf(workoutId).comments.get({ query }))
    comments.push(...data.comments)
    if (!pagination.has_next) return comments
  }
}

/** Writes something about a workout. */
export async function addComment(workoutId: string, input: CommentInput): Promise<void> {
  await dataOf(routesOf(workoutId).comments.post(input))
}

/** Deletes an own comment. */
export async function deleteComment(id: string): Promise<void> {
  await dataOf(api.comments({ comment_short_id: id }).delete())
}

/** Likes a comment, or no longer. */
export async function likeComment({ id, like }: { id: string; like: boolean }): Promise<void> {
  const routes = api.comments({ comment_short_id: id }).like
  if (like) await dataOf(routes.post())
  else await dataOf(routes.undo.post())
}

/** Likes a workout, or no longer. */
export async function likeWorkout({ id, like }: { id: string; like: boolean }): Promise<void> {
  const routes = routesOf(id).like
  if (like) await dataOf(routes.post())
  else await dataOf(routes.undo.post())
}

/** Marks the comments of a workout as stale. */
export const refreshComments = (client: QueryClient, workoutId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(workoutId) })
