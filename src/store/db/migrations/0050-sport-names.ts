/**
 * Which sport a user means by the name that a recording or export calls it. The row with the empty key is the sport of
 * recordings that name none, or one that nobody knows.
 */
export const sportNames = [
  `create table sport_names (
    user_id integer not null references users (id) on delete cascade,
    key text not null,
    name text not null,
    sport_id integer not null references sports (id),
    primary key (user_id, key)
  ) strict, without rowid`,
]
