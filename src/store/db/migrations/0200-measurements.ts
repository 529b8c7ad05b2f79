/**
 * `users.measurements` is null for the setting of the server. `workouts.measured_by` has the source of each figure, and
 * is null for workouts that were measured as FitTrackee does, such as all that exist, or entered by hand.
 */
export const measurements = [
  `alter table users add column measurements text
    check (measurements in ('device', 'fittrackee'))`,
  'alter table workouts add column measured_by text check (json_valid(measured_by))',
]
