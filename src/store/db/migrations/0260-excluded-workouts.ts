/** Whether a workout is excluded from records, best efforts and rankings, for example because a car ride follows the run. */
export const excludedWorkouts = [
  'alter table workouts add column is_excluded integer not null default 0 check (is_excluded in (0, 1))',
]
