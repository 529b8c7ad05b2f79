const ZONES = ['heart_rate', 'power', 'pace'].flatMap((kind) =>
  [1, 2, 3, 4, 5, 6, 7].map((zone) => `${kind}_${zone}`),
)

/** One column for the seconds in each zone. */
const zones = (constraint: string) =>
  ZONES.map((name) => `${name} integer${constraint},`).join('\n    ')

/**
 * Dated thresholds, and what they make of workouts: load (in hundredths) and time in zones, with sums by period. A
 * threshold of `sport_id` 0 is for all sports that have none of their own. `load_updates` are the times in which loads
 * are made anew.
 */
export const thresholds = [
  `create table thresholds (
    user_id integer not null references users (id) on delete cascade,
    kind text not null,
    sport_id integer not null,
    day text not null,
    value integer not null,
    primary key (user_id, kind, sport_id, day)
  ) strict, without rowid`,
  `create table zone_rules (
    user_id integer primary key references users (id) on delete cascade,
    heart_rate_model text not null,
    trimp_weighting text not null
  ) strict`,
  `create table workout_loads (
    workout_id integer primary key references workouts (id) on delete cascade,
    ${zones('')}
    load integer,
    load_source text,
    trimp integer
  ) strict`,
  `create table load_sums (
    user_id integer not null references users (id) on delete cascade,
    period text not null,
    number integer not null,
    sport_id integer not null references sports (id),
    workouts integer not null,
    ${zones(' not null')}
    load integer not null,
    loads integer not null,
    trimp integer not null,
    primary key (user_id, period, number, sport_id)
  ) strict, without rowid`,
  `create table load_updates (
    user_id integer primary key references users (id) on delete cascade,
    next_date integer not null,
    next_id integer not null,
    before integer not null,
    done integer not null,
    total integer not null
  ) strict`,
]
