import { t } from 'elysia'
import {
  numberParam,
  perPageParam,
  textParam,
  wordParam,
} from '@/server/http/parameters/query-params'
import { AUDIT_ACTIONS } from '@/store/db/schema/columns'

export const ENTRIES_PER_PAGE = { perPage: 50, max: 200 }

const selection = {
  action: wordParam(AUDIT_ACTIONS, 'Only entries with this action.'),
  from: textParam("First day, `YYYY-MM-DD` in the caller's time zone."),
  to: textParam('Last day.'),
  user: textParam('Only entries by or about this account; only owners may name other accounts.'),
}

/** The query for all matching entries. */
export const exportQuery = t.Object(selection)

/** The query for a page of them. */
export const entriesQuery = t.Object({
  ...selection,
  after: numberParam('Number of the last entry of the previous page.'),
  per_page: perPageParam(ENTRIES_PER_PAGE),
})
