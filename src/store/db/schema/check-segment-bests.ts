import {
  type AudienceCondition,
  selectExpectedBests,
} from '@/store/db/queries/segments/segment-bests'
import { byExpectedRows } from './derived-values'
import type { DerivedValues } from './wrong-values'

/** Creates the check of the fastest effort of each user on each segment, by audience. */
export const bestsOnSegments = (condition: AudienceCondition): DerivedValues =>
  byExpectedRows('best times on segments', {
    table: 'segment_bests',
    key: ['segment_id', 'user_id', 'audience'],
    columns: ['effort_id', 'duration'],
    expected: selectExpectedBests(condition),
  })
