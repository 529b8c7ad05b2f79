import { type Static, Type } from '@sinclair/typebox'
import type { Wire } from './dialect'
import { listedWorkout, presentWorkoutInList } from './listed-workout'
import { oneOf } from './scalars'
import type { WorkoutListView } from './workout-summary'

export const duplicate = Type.Object(
  {
    reason: oneOf(['same_file', 'same_time'], 'By what they are alike.'),
    workouts: Type.Array(listedWorkout, {
      description: 'Both, the one that came to the server first before the other.',
    }),
  },
  { $id: 'Duplicate', description: 'Two workouts that may be one.' },
)

export const presentDuplicate = (
  { isSameFile, workouts }: { isSameFile: boolean; workouts: readonly WorkoutListView[] },
  wire: Wire,
): Static<typeof duplicate> => ({
  reason: isSameFile ? 'same_file' : 'same_time',
  workouts: workouts.map((view) => presentWorkoutInList(view, wire)),
})
