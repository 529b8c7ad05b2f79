import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const routesOf = (workoutId: string) => api.workouts({ workout_short_id: workoutId })
const KEY = ['comments']

type CommentRoutes = ReturnType<typeof routesOf>['comments']

/** What somebody wrote about a workout. */
export type Comment = DataOf<CommentRoutes['get']>['data']['comments'][number]

/** What the form for a comment sends. */
export type CommentInput = { text: string; text_visibility: Comment['text_visibility'] }

/** What was written about a workout, oldest first. */
export const commentsQuery = (workoutId: string) =>
  queryOptions({
    queryKey: [...KEY, 'of', workoutId],
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

/** One comment. */
export const commentQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => (await dataOf(api.comments({ comment_short_id: id }).get())).comment,
  })

/** Writes something about a workout. */
export async function addComment(workoutId: string, input: CommentInput): Promise<void> {
  await dataOf(routesOf(workoutId).comments.post(input))
}

/** Changes the text of an own comment. */
export async function editComment({ id, text }: { id: string; text: string }): Promise<void> {
  await dataOf(api.comments({ comment_short_id: id }).patch({ text }))
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

/** What can be liked. */
export type Liked = { kind: 'workout' | 'comment'; id: string }

/** Those who like something, latest first, page by page. */
export const likersQuery = ({ kind, id }: Liked) =>
  infiniteQueryOptions({
    queryKey: ['likers', kind, id],
    queryFn: async ({ pageParam }) => {
      const query = { page: String(pageParam) }
      const answer =
        kind === 'workout'
          ? await dataOf(routesOf(id).likes.get({ query }))
          : await dataOf(api.comments({ comment_short_id: id }).likes.get({ query }))
      return { people: answer.data.likes, pagination: answer.pagination }
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
  })

/** Marks all comments as stale. */
export const refreshComments = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
