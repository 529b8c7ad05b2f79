/**
 * How people get accounts: the registration mode, invitations, of whose secrets there are only digests, and requests
 * for accounts that wait for an administrator.
 */
export const invitations = [
  `alter table app_config add column registration_mode text not null default 'open'
    check (registration_mode in ('closed', 'open', 'invitation', 'approval'))`,
  `create table invitations (
    id integer primary key autoincrement,
    email text not null collate nocase,
    language text not null,
    secret_hash text not null unique,
    invited_by integer references users (id) on delete set null,
    created_at integer not null,
    sent_at integer not null,
    expires_at integer not null,
    accepted_at integer,
    accepted_by integer references users (id) on delete cascade,
    revoked_at integer
  ) strict`,
  `create unique index invitations_open on invitations (email)
    where accepted_at is null and revoked_at is null`,
  'create index invitations_invited_by on invitations (invited_by) where invited_by is not null',
  'create index invitations_accepted_by on invitations (accepted_by) where accepted_by is not null',
  `create table registration_requests (
    user_id integer primary key references users (id) on delete cascade,
    reason text not null,
    created_at integer not null,
    confirmed_at integer
  ) strict`,
]
