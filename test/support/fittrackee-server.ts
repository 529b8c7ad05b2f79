import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SQL } from 'bun'
import types from '@/domain/reference/equipment-types.json'
import sports from '@/domain/reference/sports.json'
import { gpxText } from './tracks/gpx'

/* A fake FitTrackee server: tables with the columns observed in its versions 1.2 and 1.3, and invented rows. */

const LEVEL = `visibility_levels not null default 'PRIVATE'`
const METRICS = `duration interval not null, pauses interval, moving interval, distance numeric(6,3),
  min_alt numeric(6,2), max_alt numeric(6,2), descent numeric(8,3), ascent numeric(8,3),
  max_speed numeric(6,2), ave_speed numeric(6,2), max_hr int, ave_hr int, max_cadence int, ave_cadence int,
  max_power int, ave_power int, ave_pace interval, best_pace interval`

const SCHEMA = `
create type visibility_levels as enum ('PUBLIC', 'FOLLOWERS_AND_REMOTE', 'FOLLOWERS', 'PRIVATE');
create type elevation_data_source as enum ('FILE', 'OPEN_ELEVATION', 'OPEN_ELEVATION_SMOOTH', 'VALHALLA');
create type pace_speed_display as enum ('PACE', 'SPEED', 'PACE_AND_SPEED');
create type segments_creation_events as enum ('all', 'none', 'only_manual');
create type record_types as enum ('AS', 'FD', 'LD', 'MS', 'HA', 'AP', 'BP');
create type task_types as enum ('user_data_export', 'workouts_archive_upload');
create table app_config (id serial primary key, max_users int not null, max_single_file_size int not null,
  max_zip_file_size int not null, admin_contact varchar, privacy_policy_date timestamp, privacy_policy text, about text,
  stats_workouts_limit int not null, file_sync_limit_import int not null, file_limit_import int not null,
  global_map_workouts_limit int not null);
create table sports (id serial primary key, label varchar(50), is_active bool, stopped_speed_threshold float8,
  pace_speed_display pace_speed_display);
create table equipment_types (id serial primary key, label varchar(50), is_active bool);
create table users (id serial primary key, username varchar(255) unique, email varchar(255) unique, password varchar(255),
  created_at timestamp, first_name varchar(80), last_name varchar(80), birth_date timestamp, location varchar(80),
  bio varchar(500), picture varchar(255), timezone varchar(50), weekm bool default false, language varchar(50),
  imperial_units bool default false, is_active bool default true, email_to_confirm varchar(255),
  confirmation_token varchar(255), display_ascent bool default true, date_format varchar(50),
  accepted_policy_date timestamp, start_elevation_at_zero bool default true, use_raw_gpx_speed bool default false,
  use_dark_mode bool, manually_approves_followers bool default true, hide_profile_in_users_directory bool default false,
  workouts_visibility ${LEVEL}, map_visibility ${LEVEL}, suspended_at timestamp, role int default 10,
  analysis_visibility ${LEVEL}, notification_preferences jsonb, hr_visibility ${LEVEL},
  segments_creation_event segments_creation_events not null default 'only_manual', split_workout_charts bool default true,
  messages_preferences jsonb, calories_visibility ${LEVEL},
  missing_elevations_processing elevation_data_source not null default 'FILE', media_visibility ${LEVEL});
create table users_sports_preferences (user_id int, sport_id int, color varchar(50), is_active bool,
  stopped_speed_threshold float8, pace_speed_display pace_speed_display, primary key (user_id, sport_id));
create table equipments (id serial primary key, uuid uuid, user_id int, label varchar(50), description varchar(2000),
  equipment_type_id int, creation_date timestamp, is_active bool, total_distance numeric(10,3), total_duration interval,
  total_moving interval, total_workouts int, visibility ${LEVEL});
create table users_sports_preferences_equipments (user_id int, sport_id int, equipment_id int, equipment_type_id int,
  primary key (user_id, sport_id, equipment_id));
create table workouts (id serial primary key, uuid uuid, user_id int, sport_id int, title varchar(255),
  creation_date timestamp, modification_date timestamp, workout_date timestamp, ${METRICS}, bounds float8[], map varchar,
  map_id varchar(50), weather_start json, weather_end json, notes varchar(500), description varchar(10000),
  workout_visibility ${LEVEL}, map_visibility ${LEVEL}, suspended_at timestamp, analysis_visibility ${LEVEL},
  original_file varchar(255), source varchar(100), calories int,
  elevation_data_source elevation_data_source not null default 'FILE', media_visibility ${LEVEL},
  a_column_of_tomorrow text);
create table workout_segments (workout_id int, workout_uuid uuid, uuid uuid, start_date timestamp, ${METRICS},
  points json not null default '[]');
create table workout_equipments (workout_id int, equipment_id int, primary key (workout_id, equipment_id));
create table records (id serial primary key, user_id int, sport_id int, record_type record_types, value int,
  workout_date timestamp, workout_id int, workout_uuid uuid);
create table follow_requests (follower_user_id int, followed_user_id int, is_approved bool, created_at timestamp,
  updated_at timestamp, primary key (follower_user_id, followed_user_id));
create table blocked_users (id serial primary key, user_id int, by_user_id int, created_at timestamp);
create table workout_likes (id serial primary key, created_at timestamp, user_id int, workout_id int);
create table comments (id serial primary key, uuid uuid, user_id int, workout_id int, created_at timestamp,
  modification_date timestamp, text varchar, suspended_at timestamp, text_visibility ${LEVEL});
create table mentions (comment_id int, user_id int, created_at timestamp, primary key (comment_id, user_id));
create table comment_likes (id serial primary key, created_at timestamp, user_id int, comment_id int);
create table reports (id serial primary key, created_at timestamp, updated_at timestamp, resolved_at timestamp,
  reported_by int, reported_comment_id int, reported_user_id int, reported_workout_id int, resolved_by int, resolved bool,
  object_type varchar(50), note varchar);
create table report_comments (id serial primary key, created_at timestamp, report_id int, user_id int, comment varchar);
create table report_actions (id serial primary key, uuid uuid, created_at timestamp, moderator_id int, report_id int,
  comment_id int, user_id int, workout_id int, action_type varchar(50), reason varchar);
create table report_action_appeals (id serial primary key, uuid uuid, action_id int, user_id int, moderator_id int,
  created_at timestamp, updated_at timestamp, approved bool, text varchar, reason varchar);
create table user_tasks (id serial primary key, uuid uuid, user_id int, created_at timestamp, updated_at timestamp,
  task_type task_types, progress int, errored bool, aborted bool, file_size int, file_path varchar(255),
  errors jsonb default '{}', data jsonb default '{}', message_id varchar(36));
create table notifications (id serial primary key, from_user_id int, to_user_id int, created_at timestamp,
  marked_as_read bool, event_object_id int, event_type varchar(50), uuid uuid);
create table oauth2_client (client_id varchar(48), client_secret varchar(120), client_id_issued_at int,
  client_secret_expires_at int, client_metadata text, id serial primary key, user_id int);
create table oauth2_token (client_id varchar(48), token_type varchar(40), access_token varchar(255),
  refresh_token varchar(255), scope text, issued_at int, access_token_revoked_at int, refresh_token_revoked_at int,
  expires_in int, id serial primary key, user_id int);
create table blacklisted_tokens (id serial primary key, token varchar(500), expired_at int, blacklisted_on timestamp);
create table media (uuid uuid primary key, user_id int, workout_id int, created_at timestamp, file_name varchar(255),
  description varchar(1500), meta jsonb);
`

/** Column names and their values. */
type Row = Record<string, unknown>

/** Writes rows into a table. */
export type Write = (table: string, ...rows: Row[]) => Promise<void>

/** Creates the database of a server, with the sports and equipment types that all servers have. */
export async function createFittrackee(urlOf: (database: string) => string, database: string) {
  const server = new SQL(urlOf('postgres'), { max: 1 })
  await server.unsafe(`create database ${database}`)
  await server.close()
  const sql = new SQL(urlOf(database), { max: 1 })
  await sql.unsafe(SCHEMA).simple()
  const write: Write = async (table, ...rows) => {
    for (const row of rows) {
      const [names, values] = [Object.keys(row), Object.values(row).map(literal)]
      await sql.unsafe(`insert into ${table} (${names.join(', ')}) values (${values.join(', ')})`)
    }
  }
  for (const { id, label, stopped_speed_threshold } of sports.sports.filter(({ id }) => id < 1000))
    await write('sports', { id, label, is_active: id !== 22, stopped_speed_threshold })
  for (const { id, label } of types.types)
    await write('equipment_types', { id, label, is_active: id !== 7 })
  return { sql, write }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** A UUID that ends in a number. */
export const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Ten points ten seconds apart, starting at a given time. */
export const tenPoints = (start: string): string => {
  const points = Array.from({ length: 10 }, (_, i) => ({
    lat: Number((44.68 + i * 0.0003).toFixed(6)),
    lon: Number((6.07367 + i * 0.00005).toFixed(6)),
    ele: 998 - (i % 5),
    time: new Date(Date.parse(start) + i * 10_000).toISOString(),
  }))
  return gpxText({ tracks: [{ name: 'Ten points', segments: [points] }] })
}

/** The numbers that FitTrackee and Milepost both compute for ten points. */
export const NUMBERS_OF_TEN = {
  ...{ duration: '00:01:30', moving: '00:01:30', pauses: '00:00:00', distance: 0.303 },
  ...{ min_alt: 994, max_alt: 998, ascent: 2, descent: 6, ave_speed: 12.12, max_speed: 12.11 },
  ...{ ave_pace: '00:04:57', best_pace: '00:04:57' },
}

/** Writes a file of a server's uploads. */
export function writeUpload(uploads: string, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(uploads, name)), { recursive: true })
  writeFileSync(join(uploads, name), content)
}
