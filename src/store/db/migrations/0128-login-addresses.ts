/**
 * Where users have logged in from, as keyed digests: strangers who fail to log in to an account do not use up the
 * attempts of these addresses.
 */
export const loginAddresses = [
  `create table login_addresses (
    user_id integer not null references users on delete cascade,
    address_digest text not null,
    last_login_at integer not null,
    primary key (user_id, address_digest)
  ) strict, without rowid`,
  'create index login_addresses_by_time on login_addresses (last_login_at)',
]
