/** What users weigh, from which day of their calendar (`YYYY-MM-DD`) on. */
export const weights = [
  `create table weights (
    user_id integer not null references users (id) on delete cascade,
    day text not null,
    kilograms real not null check (kilograms > 0),
    primary key (user_id, day)
  ) strict, without rowid`,
]
