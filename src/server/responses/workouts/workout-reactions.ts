import { type Static, Type } from '@sinclair/typebox'
import { count, flag, shortId } from '@/server/responses/fields'

export const workoutReactions = Type.Object(
  {
    comments_count: count('Comments that the caller may see.'),
    liked: flag('Whether the caller is among them.'),
    likes_count: count('Users who like the workout.'),
    workout_id: shortId('The workout.'),
  },
  { $id: 'WorkoutReactions', description: 'Numbers of likes and comments of a workout.' },
)

/** Likes and comments of a workout, as the caller sees them. */
interface ReactionsView {
  shortId: string
  likes: { count: number; liked: boolean }
  comments: number
}

export const presentReactions = ({
  shortId: id,
  likes,
  comments,
}: ReactionsView): Static<typeof workoutReactions> => ({
  comments_count: comments,
  liked: likes.liked,
  likes_count: likes.count,
  workout_id: id,
})
