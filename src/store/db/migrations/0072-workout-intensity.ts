/**
 * How hard recorded workouts were, without anybody's thresholds. That of workouts that are there already is found in the
 * background.
 */
export const workoutIntensity = [
  `create table workout_intensity (
    workout_id integer primary key references workouts (id) on delete cascade,
    seconds integer not null,
    heart_rate blob,
    power blob,
    pace blob,
    normalised_power real,
    graded_speed real,
    power_drift real,
    pace_drift real
  ) strict`,
  'update workouts set is_analysed = 0 where original_file is not null',
]
