import { Type } from '@sinclair/typebox'
import { seenUser } from '@/server/responses/accounts/compact-user'
import { workout } from '@/server/responses/workouts/workout'
import { okResponse, pageResponse } from './envelope'

/** Schemas of responses that several route groups share. */

/** The changed workout; after a split, both parts. */
export const workoutResponse = okResponse(
  { data: Type.Object({ workouts: Type.Array(workout) }) },
  'WorkoutResult',
)

export const likesResponse = pageResponse(
  { data: Type.Object({ likes: Type.Array(seenUser) }) },
  'LikesResult',
)
