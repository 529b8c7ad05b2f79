/** Links by which people without an account see a workout; of the secret itself there is only a digest. */
export const shareLinks = [
  `create table share_links (
    id integer primary key autoincrement,
    workout_id integer not null references workouts (id) on delete cascade,
    secret_hash text not null unique,
    with_map integer not null check (with_map in (0, 1)),
    created_at integer not null,
    expires_at integer
  ) strict`,
  'create index share_links_workout on share_links (workout_id, id)',
]
