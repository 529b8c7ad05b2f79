/**
 * The segment that a notification is about. Whether it is shown depends on whether its user may still see the effort on
 * that segment.
 */
export const lostLeads = [
  `alter table notifications add column segment_id integer
    references ranked_segments (id) on delete cascade`,
  `create index notifications_segment on notifications (segment_id)
    where segment_id is not null`,
]
