import { type Static, Type } from '@sinclair/typebox'
import type { DialectFormat } from '@/server/responses/dialect'
import { oneOf } from '@/server/responses/fields'
import { listedWorkout, presentWorkoutInList } from './listed-workout'
import type { WorkoutListView } from './workout-summary'

export const duplicate = Type.Object(
  {
    reason: oneOf(['same_file', 'same_time'], 'Why they may be duplicates.'),
    workouts: Type.Array(listedWorkout, {
      description: 'Both workouts, in the order in which they were created on the server.',
    }),
  },
  { $id: 'DuplicatePair', description: 'Two workouts that may be duplicates.' },
)

export const presentDuplicate = (
  { isSameFile, workouts }: { isSameFile: boolean; workouts: readonly WorkoutListView[] },
  dialect: DialectFormat,
): Static<typeof duplicate> => ({
  reason: isSameFile ? 'same_file' : 'same_time',
  workouts: workouts.map((view) => presentWorkoutInList(view, dialect)),
})
