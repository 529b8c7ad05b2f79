/** OAuth2 apps, the grants of users (one per authorization code), and the tokens issued for each grant. */
export const oauth2 = [
  `create table oauth2_apps (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    client_id text not null unique,
    secret_hash text,
    name text not null,
    description text,
    website text not null,
    redirect_uris text not null,
    scope text not null,
    created_at integer not null
  ) strict`,
  'create index oauth2_apps_user on oauth2_apps (user_id, id)',
  `create table oauth2_grants (
    id integer primary key,
    app_id integer not null references oauth2_apps (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    code_hash text not null unique,
    redirect_uri text,
    scope text not null,
    code_challenge text,
    code_challenge_method text,
    created_at integer not null,
    redeemed_at integer,
    revoked_at integer
  ) strict`,
  'create index oauth2_grants_app on oauth2_grants (app_id)',
  'create index oauth2_grants_user on oauth2_grants (user_id)',
  `create table oauth2_tokens (
    id integer primary key,
    grant_id integer not null references oauth2_grants (id) on delete cascade,
    access_hash text not null unique,
    refresh_hash text not null unique,
    scope text not null,
    created_at integer not null,
    access_expires_at integer not null,
    refresh_expires_at integer not null,
    rotated_at integer,
    revoked_at integer
  ) strict`,
  'create index oauth2_tokens_grant on oauth2_tokens (grant_id)',
  'create index oauth2_tokens_expiry on oauth2_tokens (access_expires_at)',
]
