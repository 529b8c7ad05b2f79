/**
 * What users hide of their recordings from everyone else. `salt` makes the length that is hidden at the start and end of
 * each workout unpredictable; `offset_north` and `offset_east` (metres) shift the hidden area of a zone.
 */
export const privacyZones = [
  `create table privacy_settings (
    user_id integer primary key references users (id) on delete cascade,
    hidden_metres integer not null default 0 check (hidden_metres between 0 and 5000),
    hides_times integer not null default 0 check (hides_times in (0, 1)),
    salt text not null
  ) strict`,
  `create table privacy_zones (
    id integer primary key autoincrement,
    short_id text not null unique,
    user_id integer not null references privacy_settings (user_id) on delete cascade,
    name text not null,
    outline text not null check (json_valid(outline)),
    radius integer not null check (radius between 50 and 5000),
    offset_north real not null,
    offset_east real not null,
    hides_passages integer not null check (hides_passages in (0, 1)),
    created_at integer not null
  ) strict`,
  'create index privacy_zones_user on privacy_zones (user_id, id)',
]
