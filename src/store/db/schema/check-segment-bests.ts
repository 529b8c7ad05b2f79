import { sql } from 'kysely'
import {
  type AudienceCondition,
  selectExpectedBests,
} from '@/store/db/queries/segments/segment-bests'
import { byQuery } from './derived-values'
import type { DerivedValues } from './wrong-values'

const COLUMNS = sql`segment_id, user_id, audience, effort_id, duration`

/** Creates the check of the fastest effort of each user on each segment, by audience. */
export function bestsOnSegments(condition: AudienceCondition): DerivedValues {
  const expected = selectExpectedBests(condition)
  return byQuery(
    'best times on segments',
    {
      table: 'segment_bests',
      key: ['segment_id', 'user_id', 'audience'],
      columns: { effort_id: sql`expected_effort_id`, duration: sql`expected_duration` },
      from: sql`(
        select segment_id, user_id, audience, stored.effort_id, stored.duration,
          expected.effort_id as expected_effort_id, expected.duration as expected_duration
        from (${expected}) as expected
          full join segment_bests as stored using (segment_id, user_id, audience)) as segment_bests`,
      canMissRows: true,
    },
    [
      sql`delete from segment_bests where (segment_id, user_id, audience) not in (
        select segment_id, user_id, audience from (${expected}))`,
      sql`insert into segment_bests (${COLUMNS}) select ${COLUMNS} from (${expected}) where true
        on conflict (segment_id, user_id, audience) do update set
          effort_id = excluded.effort_id, duration = excluded.duration`,
    ],
  )
}
