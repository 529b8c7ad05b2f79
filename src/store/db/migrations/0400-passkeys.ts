/**
 * Users log in with passkeys (WebAuthn). `public_key` is a DER-encoded SubjectPublicKeyInfo, and `sign_count` the counter
 * of the last use. A challenge that was used is stored until it expires, so that no response works twice.
 */
export const passkeys = [
  `create table passkeys (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    credential_id text not null unique,
    public_key blob not null,
    sign_count integer not null,
    is_backed_up integer not null check (is_backed_up in (0, 1)),
    name text not null,
    created_at integer not null,
    last_used_at integer
  ) strict`,
  'create index passkeys_user on passkeys (user_id)',
  `create table used_challenges (
    challenge_hash text primary key,
    expires_at integer not null
  ) strict, without rowid`,
  'create index used_challenges_expiry on used_challenges (expires_at)',
]
