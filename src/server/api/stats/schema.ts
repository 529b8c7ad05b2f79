import { t } from 'elysia'
import { queryValue } from '@/server/http/documented-input'
import { textParam, wordParam } from '@/server/http/parameters/query-params'

export const byTimeQuery = t.Object({
  from: textParam('First day, `YYYY-MM-DD` in the time zone of the caller.'),
  to: textParam('Last day of the time to sum up.'),
  time: wordParam(
    ['day', 'week', 'weekm', 'month', 'year'],
    'Length of a period, `year` by default; `week` begins on Sunday, `weekm` on Monday.',
  ),
  type: wordParam(['total', 'average'], 'Sums or means; `total` by default.'),
})

export const bySportQuery = t.Object({
  sport_id: queryValue(t.Integer({ description: 'Only this sport; all by default.' })),
})
