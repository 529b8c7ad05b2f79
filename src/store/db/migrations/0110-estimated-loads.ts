/**
 * Loads of swims, and estimated ones of what was not recorded: which they are, and how many of a period. Those of workouts
 * that are there already are made in the background, for everybody who has thresholds.
 */
export const estimatedLoads = [
  'alter table workout_loads add column is_estimated integer not null default 0',
  'alter table load_sums add column estimates integer not null default 0',
  `insert or replace into load_updates (user_id, next_date, next_id, before, done, total)
    select user_id, min(workout_date), 0, max(workout_date) + 1, 0, count(*)
    from workouts where user_id in (select user_id from thresholds) group by user_id`,
]
