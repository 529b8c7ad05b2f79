/**
 * Workouts that went the same way. Those that are there already are sorted into routes in the background, as are new
 * ones; `is_routed` is 0 for them. A route is known by the line of one of its workouts, and found by the middle of that
 * line and its length, in metres.
 */
export const routes = [
  'alter table workouts add column is_routed integer not null default 0',
  `create index workouts_unrouted on workouts (id)
    where is_routed = 0 and original_file is not null`,
  `create table routes (
    id integer primary key,
    user_id integer not null references users (id) on delete cascade,
    workout_id integer not null unique references workouts (id) on delete cascade,
    length integer not null,
    workout_count integer not null default 0
  ) strict`,
  'create index routes_by_count on routes (user_id, workout_count desc, id desc)',
  `create virtual table route_boxes using rtree_i32
    (id, first_user, last_user, least_x, most_x, least_y, most_y, least_z, most_z, shortest, longest)`,
  `create table route_workouts (
    workout_id integer primary key references workouts (id) on delete cascade,
    route_id integer not null references routes (id) on delete cascade,
    is_opposite integer not null,
    sport_id integer not null,
    workout_date integer not null
  ) strict`,
  `create index route_workouts_by_date on route_workouts
    (route_id, workout_date desc, workout_id desc, sport_id, is_opposite)`,
  `create trigger routes_deleted after delete on routes
    begin delete from route_boxes where id = old.id; end`,
  `create trigger route_workouts_inserted after insert on route_workouts begin
    update routes set workout_count = workout_count + 1 where id = new.route_id; end`,
  `create trigger route_workouts_deleted after delete on route_workouts begin
    update routes set workout_count = workout_count - 1 where id = old.route_id;
    delete from routes where id = old.route_id and workout_count = 0; end`,
]
