/** Keys by which clients repeat a request without repeating its effect, with the response to the first request. */
export const idempotencyKeys = [
  `create table idempotency_keys (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    key_hash text not null,
    target text not null,
    status integer,
    body text check (body is null or json_valid(body)),
    created_at integer not null,
    unique (user_id, key_hash)
  ) strict`,
  'create index idempotency_keys_time on idempotency_keys (created_at)',
]
