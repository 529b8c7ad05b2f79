/**
 * Users see and end their sessions one by one, and administrators see when members were last there and what they
 * store. Tokens that were issued before have no row; they are valid for up to 30 days.
 */
export const sessions = [
  `create table sessions (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    token_hash text not null unique,
    created_at integer not null,
    last_seen_on text not null,
    expires_at integer not null,
    os text,
    browser text
  ) strict`,
  'create index sessions_user on sessions (user_id, id)',
  'create index sessions_expiry on sessions (expires_at)',
  'alter table users add column older_sessions_until integer',
  'update users set older_sessions_until = (unixepoch() + 30 * 86400) * 1000',
  'alter table users add column last_seen_on text',
  'alter table users add column storage_bytes integer',
  'alter table users add column quota_bytes integer check (quota_bytes >= 0)',
  'create index users_last_seen on users (last_seen_on)',
  'create index users_storage on users (storage_bytes)',
]
