/**
 * Who did what and when. Entries are never changed, except that accounts and the details about them are erased when they
 * are deleted. Entries are deleted only once they are 30 days older than the newest one.
 */
export const auditEntries = [
  `create table audit_entries (
    id integer primary key autoincrement,
    created_at integer not null,
    action text not null,
    actor_kind text not null
      check (actor_kind in ('user', 'moderator', 'admin', 'owner', 'command', 'server')),
    actor_id integer references users (id) on delete set null,
    subject_id integer references users (id) on delete set null,
    details text check (details is null or json_valid(details))
  ) strict`,
  'create index audit_entries_actor on audit_entries (actor_id, created_at) where actor_id is not null',
  'create index audit_entries_subject on audit_entries (subject_id, created_at) where subject_id is not null',
  'create index audit_entries_action on audit_entries (action, created_at)',
  'create index audit_entries_time on audit_entries (created_at)',
  `create trigger audit_entries_unchanged before update on audit_entries
    when old.id is not new.id
      or old.created_at is not new.created_at
      or old.action is not new.action
      or old.actor_kind is not new.actor_kind
      or (new.details is not null and old.details is not new.details)
      or (new.actor_id is not null and old.actor_id is not new.actor_id)
      or (new.subject_id is not null and old.subject_id is not new.subject_id)
    begin select raise(abort, 'entries of the audit log cannot be changed'); end`,
  `create trigger audit_entries_kept before delete on audit_entries
    when old.created_at > (select max(created_at) from audit_entries) - 30 * 86400000
    begin select raise(abort, 'entries of the audit log are kept for at least 30 days'); end`,
]
