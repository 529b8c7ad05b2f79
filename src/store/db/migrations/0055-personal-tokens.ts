/** Tokens that people make for their own programs; of the token itself there is only a digest. */
export const personalTokens = [
  `create table personal_tokens (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    name text not null,
    token_hash text not null unique,
    scope text not null,
    created_at integer not null,
    expires_at integer,
    last_used_at integer
  ) strict`,
  'create index personal_tokens_user on personal_tokens (user_id, id)',
]
