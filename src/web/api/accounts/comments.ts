import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const workoutRoutes = (workoutId: string) => api.workouts({ workout_short_id: workoutId })
const KEY = ['comments']

type CommentRoutes = ReturnType<typeof workoutRoutes>['comments']

/** A comment on a workout. */
export type Comment = ResponseData<CommentRoutes['get']>['data']['comments'][number]

/** Fields that the comment form submits. */
export type CommentInput = { text: string; text_visibility: Comment['text_visibility'] }

/** All comments on a workout, oldest first. */
export const commentsQuery = (workoutId: string) =>
  queryOptions({
    queryKey: [...KEY, 'of', workoutId],
    queryFn: () => listComments(workoutId),
  })

async function listComments(workoutId: string): Promise<Comment[]> {
  const comments: Comment[] = []
  for (let page = 1; ; page += 1) {
    const query = { page: String(page) }
    const { data, pagination } = await unwrap(workoutRoutes(workoutId).comments.get({ query }))
    comments.push(...data.comments)
    if (!pagination.has_next) return comments
  }
}

/** One comment. */
export const commentQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => (await unwrap(api.comments({ comment_short_id: id }).get())).comment,
  })

/** Adds a comment to a workout. */
export async function createComment(workoutId: string, input: CommentInput): Promise<void> {
  await unwrap(workoutRoutes(workoutId).comments.post(input))
}

/** Changes the text of the user's comment. */
export async function editComment({ id, text }: { id: string; text: string }): Promise<void> {
  await unwrap(api.comments({ comment_short_id: id }).patch({ text }))
}

/** Deletes the user's comment. */
export async function deleteComment(id: string): Promise<void> {
  await unwrap(api.comments({ comment_short_id: id }).delete())
}

/** Likes a comment, or removes the like. */
export async function likeComment({ id, like }: { id: string; like: boolean }): Promise<void> {
  const routes = api.comments({ comment_short_id: id }).like
  if (like) await unwrap(routes.post())
  else await unwrap(routes.undo.post())
}

/** Likes a workout, or removes the like. */
export async function likeWorkout({ id, like }: { id: string; like: boolean }): Promise<void> {
  const routes = workoutRoutes(id).like
  if (like) await unwrap(routes.post())
  else await unwrap(routes.undo.post())
}

/** A workout or comment that can be liked. */
export type LikeTarget = { kind: 'workout' | 'comment'; id: string }

/** The users who like a workout or comment, latest like first, page by page. */
export const likersQuery = ({ kind, id }: LikeTarget) =>
  infiniteQueryOptions({
    queryKey: ['likers', kind, id],
    queryFn: async ({ pageParam }) => {
      const query = { page: String(pageParam) }
      const response =
        kind === 'workout'
          ? await unwrap(workoutRoutes(id).likes.get({ query }))
          : await unwrap(api.comments({ comment_short_id: id }).likes.get({ query }))
      return { people: response.data.likes, pagination: response.pagination }
    },
    initialPageParam: 1,
    getNextPageParam: getNextPage,
    staleTime: 0,
  })

/** Marks all comments as stale. */
export const refreshComments = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
