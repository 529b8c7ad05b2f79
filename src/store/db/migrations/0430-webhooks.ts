/**
 * URLs that users have notified of events, and the deliveries to them, which are queued in the transaction of the event.
 * Secrets are encrypted. `disabled_at` is set when deliveries have failed for long; a delivery without
 * `next_attempt_at` is finished.
 */
export const webhooks = [
  `create table webhooks (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    url text not null,
    sealed_secret blob not null,
    events text not null check (json_valid(events)),
    created_at integer not null,
    disabled_at integer
  ) strict`,
  'create index webhooks_user on webhooks (user_id, id)',
  `create table webhook_deliveries (
    id integer primary key autoincrement,
    short_id text not null unique,
    webhook_id integer not null references webhooks (id) on delete cascade,
    event text not null,
    body text not null check (json_valid(body)),
    created_at integer not null,
    attempts integer not null default 0,
    next_attempt_at integer,
    delivered_at integer,
    last_status integer,
    last_error text
  ) strict`,
  'create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id)',
  'create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null',
  'create index webhook_deliveries_age on webhook_deliveries (created_at)',
]
