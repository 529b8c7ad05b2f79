/**
 * The move of a whole server into this one: how far each kind of things has come, written together with what was moved,
 * and what has to be told about it.
 */
export const serverMoves = [
  `create table server_moves (
    id integer primary key check (id = 1),
    source text not null,
    started_at integer not null,
    finished_at integer
  ) strict`,
  `create table server_move_steps (
    step text primary key,
    after text,
    total integer not null,
    moved integer not null default 0,
    missed integer not null default 0,
    is_done integer not null default 0
  ) strict`,
  `create table server_move_findings (
    id integer primary key,
    step text not null,
    subject text not null,
    result text not null,
    detail text not null
  ) strict`,
]
