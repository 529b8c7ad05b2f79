/**
 * Users can protect their password login with one-time codes (TOTP). The secret is encrypted, and unconfirmed until its
 * user has typed a code; `last_step` is the time step of the last accepted code, so that none works twice. Recovery codes
 * are stored as digests, and deleted when they are used.
 */
export const twoFactor = [
  `create table two_factor_logins (
    user_id integer primary key references users (id) on delete cascade,
    sealed_secret blob not null,
    confirmed_at integer,
    last_step integer,
    check (confirmed_at is null or last_step is not null)
  ) strict`,
  `create table recovery_codes (
    user_id integer not null references two_factor_logins (user_id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  ) strict, without rowid`,
]
