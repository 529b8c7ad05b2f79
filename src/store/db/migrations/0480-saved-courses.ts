/**
 * Lines that users have stored to follow. `points` has the format of `encodeCourse`. `planned_courses` has the course
 * that a workout was planned to follow; null if its owner says that it follows none.
 */
export const savedCourses = [
  `create table saved_courses (
    id integer primary key autoincrement,
    short_id text not null unique,
    user_id integer not null references users (id) on delete cascade,
    sport_id integer references sports (id) on delete set null,
    name text not null,
    description text not null default '',
    points blob not null,
    waypoints text not null default '[]' check (json_valid(waypoints)),
    point_count integer not null check (point_count > 0),
    length real not null,
    ascent real,
    descent real,
    min_lat real not null,
    min_lon real not null,
    max_lat real not null,
    max_lon real not null,
    thumbnail text not null,
    created_at integer not null
  ) strict`,
  'create index saved_courses_user on saved_courses (user_id, id)',
  'create index saved_courses_sport on saved_courses (sport_id) where sport_id is not null',
  `create table planned_courses (
    workout_id integer primary key references workouts (id) on delete cascade,
    course_id integer references saved_courses (id) on delete cascade
  ) strict`,
  'create index planned_courses_course on planned_courses (course_id) where course_id is not null',
]
