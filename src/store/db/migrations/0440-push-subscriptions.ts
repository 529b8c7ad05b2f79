/** In the order of the new table. */
const COLUMNS = 'id, user_id, url, sealed_secret, events, created_at, disabled_at, kind, topic'

/**
 * Devices get notifications by Web Push, with the queue of webhooks. `url` of a push subscription is its endpoint,
 * `sealed_secret` the keys of the device as JSON. It is deleted with the session that created it. SQLite cannot
 * change the constraint of `kind`, so both tables are copied.
 */
export const pushSubscriptions = [
  'alter table webhooks rename to former_webhooks',
  'alter table webhook_deliveries rename to former_deliveries',
  `create table webhooks (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    url text not null,
    sealed_secret blob not null,
    events text not null check (json_valid(events)),
    created_at integer not null,
    disabled_at integer,
    kind text not null default 'webhook' check (kind in ('webhook', 'ntfy', 'push')),
    topic text check ((topic is not null) = (kind = 'ntfy')),
    session_id integer references sessions (id) on delete cascade
      check ((session_id is not null) = (kind = 'push'))
  ) strict`,
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
  `insert into webhooks (${COLUMNS}) select ${COLUMNS} from former_webhooks`,
  'insert into webhook_deliveries select * from former_deliveries',
  'drop table former_deliveries',
  'drop table former_webhooks',
  'create index webhooks_user on webhooks (user_id, id)',
  'create unique index webhooks_session on webhooks (session_id) where session_id is not null',
  `create unique index webhooks_endpoint on webhooks (url) where kind = 'push'`,
  'create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id)',
  'create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where next_attempt_at is not null',
  'create index webhook_deliveries_age on webhook_deliveries (created_at)',
]
