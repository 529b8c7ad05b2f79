import { Type } from '@sinclair/typebox'
import { t } from 'elysia'
import { validatedLater } from '@/server/http/documented-input'
import {
  flagParam,
  pageParam,
  perPageParam,
  textParam,
  wordParam,
} from '@/server/http/parameters/query-params'
import { flag, nullable, oneOf, text } from '@/server/responses/fields'

/** Page sizes of the directory. */
export const PAGE_SIZES = { perPage: 10, max: 50 }

export const directoryQuery = t.Object({
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
  q: textParam('Part of the username, case-insensitive.'),
  with_emails: flagParam('Search email addresses, too, for administrators.'),
  role: wordParam(
    ['user', 'moderator', 'admin', 'owner'],
    'All roles by default. For administrators.',
  ),
  state: wordParam(
    ['active', 'inactive', 'suspended'],
    'All states that the other parameters allow by default. For administrators.',
  ),
  order: wordParam(['asc', 'desc'], '`asc` by default.'),
  order_by: wordParam(
    [
      'username',
      'created_at',
      'workouts_count',
      'role',
      'is_active',
      'suspended_at',
      'last_seen',
      'storage',
    ],
    '`username` by default. `last_seen` and `storage` are for administrators.',
  ),
  with_following: flagParam('With hidden users whom the caller follows.'),
  with_hidden_users: flagParam('With all hidden users, for administrators.'),
  with_hidden: flagParam('Alias of `with_hidden_users`.'),
  with_inactive: flagParam('With inactive accounts, for administrators.'),
  with_suspended: flagParam('With suspended accounts, for administrators.'),
  with_usage: flagParam('With the keys that describe how accounts are used, for administrators.'),
})

/** An administrator's changes to an account. The use case validates the values that have their own error messages. */
export const userChanges = t.Object(
  {
    activate: t.Optional(nullable(flag('`true` activates, `false` deactivates.'))),
    role: t.Optional(
      validatedLater(nullable(oneOf(['user', 'moderator', 'admin'], 'The new role.'))),
    ),
    new_email: t.Optional(validatedLater(nullable(text('The new email address.')))),
    reset_password: t.Optional(nullable(flag('`true` replaces the password with a random one.'))),
    end_sessions: t.Optional(nullable(flag('`true` ends all sessions of the account.'))),
    disable_two_factor: t.Optional(
      nullable(flag('`true` turns two-factor login off, for a user who has lost the device.')),
    ),
    quota_bytes: t.Optional(
      nullable(
        // Elysia's own type would also accept strings.
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description:
            'Bytes that the account may store. 0: without a limit; null: the quota of the server.',
        }),
      ),
    ),
    password: t.Optional(
      validatedLater(
        nullable(text('The password of the caller. Checked if it is sent with the role `admin`.')),
      ),
    ),
  },
  { additionalProperties: true, minProperties: 1 },
)
