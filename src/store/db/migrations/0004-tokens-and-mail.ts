/** Action tokens sent by email, the session that survives a change of password, and the mail queue. */
export const tokensAndMail = [
  'alter table users add column kept_session_hash text',
  `create table purpose_tokens (
    token_hash text primary key,
    user_id integer not null references users (id) on delete cascade,
    purpose text not null,
    created_at integer not null,
    expires_at integer
  ) strict, without rowid`,
  'create index purpose_tokens_user on purpose_tokens (user_id, purpose)',
  `create table mail_outbox (
    id integer primary key,
    message_id text not null unique,
    sealed blob not null,
    created_at integer not null,
    attempts integer not null default 0,
    next_attempt_at integer not null,
    last_error text
  ) strict`,
  'create index mail_outbox_due on mail_outbox (next_attempt_at, id)',
]
