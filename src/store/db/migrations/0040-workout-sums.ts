const PERIODS = `json_each('["all","year","month","weekm","week","day"]')`

/** Whole numbers, and so exact: distances and climbs in thousandths, speeds in hundredths. */
const thousandths = (column: string) =>
  `coalesce(sum(cast(round(w.${column} * 1000) as integer)), 0)`

/**
 * Sums over workouts by user, period (in the user's time zone, or all time) and sport, so that no list, profile or
 * statistic has to read all workouts.
 */
export const workoutSums = [
  `create table workout_sums (
    user_id integer not null references users (id) on delete cascade,
    period text not null,
    number integer not null,
    sport_id integer not null references sports (id),
    workouts integer not null,
    suspended integer not null,
    shared integer not null,
    distance integer not null,
    moving integer not null,
    ascent integer not null,
    ascents integer not null,
    descent integer not null,
    descents integer not null,
    speed integer not null,
    speeds integer not null,
    pace integer not null,
    paces integer not null,
    calories integer not null,
    with_calories integer not null,
    primary key (user_id, period, number, sport_id)
  ) strict, without rowid`,
  `insert into workout_sums
    select w.user_id, p.value, period_number(p.value, w.workout_date, u.timezone) as number, w.sport_id,
      count(*),
      count(w.suspended_at),
      sum(w.suspended_at is null and w.workout_visibility in ('public', 'followers_only')),
      ${thousandths('distance')}, sum(w.moving),
      ${thousandths('ascent')}, count(w.ascent),
      ${thousandths('descent')}, count(w.descent),
      coalesce(sum(cast(round(w.ave_speed * 100) as integer)), 0), count(w.ave_speed),
      coalesce(sum(w.ave_pace), 0), count(w.ave_pace),
      coalesce(sum(w.calories), 0), count(w.calories)
    from workouts w join users u on u.id = w.user_id join ${PERIODS} p
    group by w.user_id, p.value, number, w.sport_id`,
]
