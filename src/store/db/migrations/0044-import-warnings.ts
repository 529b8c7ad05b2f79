/** What was passed over when a recording was read, for its owner. */
export const importWarnings = ['alter table workouts add column import_warnings text']
