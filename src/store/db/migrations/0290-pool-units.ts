/**
 * The unit in which the pool of a swim was built; null for other workouts. Existing swims get yards if their pool has
 * whole yards but not whole metres.
 */
export const poolUnits = [
  "alter table workouts add column pool_unit text check (pool_unit in ('m', 'yd'))",
  `update workouts set pool_unit = case
     when abs(pools.metres - round(pools.metres)) > 0.015
       and abs(pools.metres / 0.9144 - round(pools.metres / 0.9144)) <= 0.015
     then 'yd' else 'm' end
   from (
     select workout_id, json_extract(content, '$.poolLength') as metres from device_laps
   ) as pools
   where pools.workout_id = workouts.id and pools.metres > 0`,
]
