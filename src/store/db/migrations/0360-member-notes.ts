/** What moderators write down about a member, without a report. The notes about a member are deleted with the account. */
export const memberNotes = [
  `create table member_notes (
    id integer primary key autoincrement,
    user_id integer not null references users (id) on delete cascade,
    author_id integer references users (id) on delete set null,
    created_at integer not null,
    text text not null
  ) strict`,
  `create index member_notes_user on member_notes (user_id, created_at desc, id desc)`,
  `create index member_notes_author on member_notes (author_id) where author_id is not null`,
]
