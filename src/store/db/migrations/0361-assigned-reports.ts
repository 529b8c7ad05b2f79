/**
 * Reports can be assigned to a moderator. Sanctions without a report of a member belong to a report that the moderator's
 * sanction created.
 */
export const assignedReports = [
  `alter table reports add column assigned_to integer references users (id) on delete set null`,
  `alter table reports add column is_by_moderator integer not null default 0 check (is_by_moderator in (0, 1))`,
  `create index reports_assignee on reports (assigned_to) where assigned_to is not null`,
  `create index comments_public on comments (user_id, created_at desc, id desc) where text_visibility = 'public'`,
]
