import { t } from 'elysia'
import { judgedLater } from '@/http/accepted'
import { flagParam, pageParam, perPageParam, textParam, wordParam } from '@/http/query-params'
import { flag, nullable, oneOf, text } from '@/present/scalars'

/** How many users a page has. */
export const PAGE_SIZES = { perPage: 10, most: 50 }

export const directoryQuery = t.Object({
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
  q: textParam('Part of the username, in any case.'),
  order: wordParam(['asc', 'desc'], '`asc` by default.'),
  order_by: wordParam(
    ['username', 'created_at', 'workouts_count', 'role', 'is_active', 'suspended_at'],
    '`username` by default.',
  ),
  with_following: flagParam('With hidden users whom the caller follows.'),
  with_hidden_users: flagParam('With all hidden users, for administrators.'),
  with_hidden: flagParam('Another name of `with_hidden_users`.'),
  with_inactive: flagParam('With inactive accounts, for administrators.'),
  with_suspended: flagParam('With suspended accounts, for administrators.'),
})

/** What an administrator changes of an account. Values whose refusal has a text of its own are judged by the use case. */
export const userChanges = t.Object(
  {
    activate: t.Optional(nullable(flag('`true` activates, `false` deactivates.'))),
    role: t.Optional(judgedLater(nullable(oneOf(['user', 'moderator', 'admin'], 'The new role.')))),
    new_email: t.Optional(judgedLater(nullable(text('The new mail address.')))),
    reset_password: t.Optional(nullable(flag('`true` replaces the password by a random one.'))),
  },
  { additionalProperties: true, minProperties: 1 },
)
