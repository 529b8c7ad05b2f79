/** How often something was tried that may be tried only so often; and an end for links that were mailed without one. */
export const attempts = [
  `create table attempt_windows (
    key text primary key,
    ends_at integer not null,
    used integer not null
  ) strict, without rowid`,
  `update purpose_tokens set expires_at = created_at + 86400000 where expires_at is null`,
]
