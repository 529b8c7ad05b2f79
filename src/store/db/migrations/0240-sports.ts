/**
 * `is_listed`: whether clients see the sport in the list; those that FitTrackee lacks only once they are used. `icon` and
 * `color` are null for the sports of FitTrackee, whose clients have their own.
 */
export const moreSports = [
  'alter table sports add column is_listed integer not null default 1 check (is_listed in (0, 1))',
  'alter table sports add column icon text',
  'alter table sports add column color text',
]
