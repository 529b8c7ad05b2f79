/**
 * Users log in through an OpenID Connect provider, with the identities that are linked to their accounts, and see how
 * each of their sessions started.
 */
export const identities = [
  `create table identities (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    issuer text not null,
    subject text not null,
    name text not null,
    created_at integer not null,
    last_login_at integer,
    unique (issuer, subject)
  ) strict`,
  'create index identities_user on identities (user_id)',
  `alter table sessions add column login_method text
    check (login_method in ('password', 'passkey', 'provider', 'proxy', 'link'))`,
]
