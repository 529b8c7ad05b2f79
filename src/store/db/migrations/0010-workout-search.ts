/** Best value first, the earliest workout first among equals: the order in which records are looked up. */
const bestFirst = (metric: string, order: 'asc' | 'desc') =>
  `create index workouts_best_${metric} on workouts (user_id, sport_id, ${metric} ${order}, workout_date)
    where ${metric} > 0`

/** Indexes for lists and records; the lines of recordings in pieces that an R*Tree finds by place. */
export const workoutSearch = [
  `drop index workouts_by_date`,
  `create index workouts_by_date
    on workouts (user_id, workout_date desc, id desc, suspended_at, workout_visibility)`,
  bestFirst('ave_speed', 'desc'),
  bestFirst('distance', 'desc'),
  bestFirst('moving', 'desc'),
  bestFirst('max_speed', 'desc'),
  bestFirst('ascent', 'desc'),
  bestFirst('ave_pace', 'asc'),
  bestFirst('best_pace', 'asc'),
  `create index workouts_start on workouts (user_id, start_lat, start_lon, suspended_at)
    where start_lat is not null`,
  `create virtual table segment_piece_boxes
    using rtree (id, south, north, west, east, first_user, last_user, +workout_id integer)`,
  // Without rowid, so that what belongs to a user lies together.
  `create table segment_pieces (
    user_id integer not null,
    id integer not null unique,
    segment_id integer not null references segments (id) on delete cascade,
    places blob not null,
    primary key (user_id, id)
  ) strict, without rowid`,
  `create index segment_pieces_segment on segment_pieces (segment_id)`,
  `create trigger segment_pieces_deleted after delete on segment_pieces
    begin delete from segment_piece_boxes where id = old.id; end`,
]
